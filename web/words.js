// Words: every sentence of the scripts and of the page itself, in each language; the picture has its own
// (core/playground/words.def). tests/check_words.mjs finds what is missing or used nowhere.

/** @typedef {"en" | "es"} Tongue */

const WORDS = {
  en: {
    // ---- The page (page.html) ----
    canvas_label: "Attention step by step, as a picture. What it shows follows as text.",
    text_view: "Text view",
    picture_view: "Back to the picture",
    text_instead: "{reason} Until then, here is everything as text: it works the same.",
    poster: "Every query meets every key…",
    loading: "Loading the program",
    lost: "The browser took the drawing surface away, perhaps for other pictures on this page. What you made is kept.",
    lost_again: "Draw again",
    all_cells: "Show all numbers",
    part_of_cells: "Show only the numbers around the cell",
    training_ended: "The training has ended at step {step}.",
    try_again: "Try again",
    would_see: "What you would see here",
    explanation: "A sentence becomes tokens, and each token a vector of numbers. Three matrices turn that vector into a query, a key and a value. Every query meets every key: their dot product is a score. The scores are divided by the square root of the width of a key, and softmax makes each row of them positive weights that add up to 1. The output for a token is the sum of all values, each times its weight:",
    example_before: "For “the animal did not cross the street because it was too tired”, with random matrices (seed 7, ",
    example_after: " 16), the token “it” gives the twelve tokens these weights: .07 .04 .08 .04 .04 .10 .04 .13 .09 .02 .05 .29.",

    // ---- Why it cannot start, or stopped (fallback.js, program.js, glyphs.js, engine.js, page.js) ----
    no_webassembly: "This browser has no WebAssembly, or it is switched off. The playground computes with it: switch it on, or open this page in a current Firefox, Chrome, Edge or Safari.",
    no_webgl: "This browser gives the page no WebGL 2, which the playground draws with. Switch on hardware acceleration in the settings of the browser, or open this page in a current Firefox, Chrome, Edge or Safari.",
    lost_webgl: "The browser took the drawing surface away while the playground started, and has not given it back. Close other pages that draw a lot, then reload this one.",
    no_connection: "The program ({file}) could not be loaded, the connection failed: {error}.",
    server_answered: "The program ({file}) could not be loaded: the server answered {status}.",
    arrived_damaged: "The program ({file}) could not be loaded, it arrived damaged: {error}",
    broke_off: "The program ({file}) could not be loaded, the connection broke off: {error}",
    no_script: "The program ({file}) could not be loaded: {error}",
    no_lessons: "The lessons could not be loaded: {error}",
    too_early: "A function of the lessons ({index}) was called before they were loaded.",
    noisy_canvas: "This browser keeps pages from reading what they draw (a protection against fingerprinting), and the text here is drawn that way. Allow this site to use canvas image data, then reload.",
    no_window: "The drawing window could not be opened.",
    surface_taken: "the browser took its drawing surface away",
    stopped: "The playground stopped ({reason}). Reload the page: its address holds what you made.",

    // ---- Fields and files (fields.js, engine.js, download.js) ----
    field_text: "Text",
    field_word: "token edit",
    field_new_word: "tokens add",
    field_cell: "cell edit",
    field_seed: "seed",
    field_heads: "heads",
    field_kv_heads: "kv heads",
    field_scale: "scale",
    field_padding: "mask padding count",
    field_window: "mask window count",
    field_prefix: "mask prefix count",
    far_too_long: "What was entered has {count} characters, far too many to read.",
    no_picture: "The picture could not be made: {error}",
    no_room: "the browser gave no room for it",

    // ---- An embed before its first picture (embed.js, embed_frame.js) ----
    embed_caption: "Attention, step by step",
    embed_no_files: "The files of the embed cannot be handed over: {error} They need the header Access-Control-Allow-Origin.",
    embed_silent: "{address} does not answer: is it there, and does the Content-Security-Policy of this page allow it as a frame?",
  },
  es: {
    canvas_label: "La atención paso a paso, en imagen. Lo que muestra sigue como texto.",
    text_view: "Vista de texto",
    picture_view: "Volver a la imagen",
    text_instead: "{reason} Mientras tanto, aquí está todo como texto: funciona igual.",
    poster: "Cada consulta se cruza con cada clave…",
    loading: "Cargando el programa",
    lost: "El navegador retiró la superficie de dibujo, quizá para otras imágenes de esta página. Lo que hiciste se conserva.",
    lost_again: "Dibujar de nuevo",
    all_cells: "Mostrar todos los números",
    part_of_cells: "Mostrar solo los números alrededor de la celda",
    training_ended: "El entrenamiento ha terminado en el paso {step}.",
    try_again: "Reintentar",
    would_see: "Lo que verías aquí",
    explanation: "Una frase se vuelve tokens, y cada token un vector de números. Tres matrices convierten ese vector en una consulta, una clave y un valor. Cada consulta se cruza con cada clave: su producto escalar es una puntuación. Las puntuaciones se dividen por la raíz cuadrada de la anchura de una clave, y la softmax hace de cada fila pesos positivos que suman 1. La salida de un token es la suma de todos los valores, cada uno por su peso:",
    example_before: "Para “the animal did not cross the street because it was too tired”, con matrices aleatorias (semilla 7, ",
    example_after: " 16), el token “it” da a los doce tokens estos pesos: .07 .04 .08 .04 .04 .10 .04 .13 .09 .02 .05 .29.",

    no_webassembly: "Este navegador no tiene WebAssembly, o está desactivado. La página calcula con él: actívalo, o abre esta página en un Firefox, Chrome, Edge o Safari actual.",
    no_webgl: "Este navegador no da a la página WebGL 2, con el que se dibuja. Activa la aceleración por hardware en los ajustes del navegador, o abre esta página en un Firefox, Chrome, Edge o Safari actual.",
    lost_webgl: "El navegador retiró la superficie de dibujo mientras la página arrancaba, y no la ha devuelto. Cierra otras páginas que dibujen mucho y recarga esta.",
    no_connection: "El programa ({file}) no se pudo cargar, falló la conexión: {error}.",
    server_answered: "El programa ({file}) no se pudo cargar: el servidor respondió {status}.",
    arrived_damaged: "El programa ({file}) no se pudo cargar, llegó dañado: {error}",
    broke_off: "El programa ({file}) no se pudo cargar, se cortó la conexión: {error}",
    no_script: "El programa ({file}) no se pudo cargar: {error}",
    no_lessons: "Las lecciones no se pudieron cargar: {error}",
    too_early: "Se llamó a una función de las lecciones ({index}) antes de cargarlas.",
    noisy_canvas: "Este navegador no deja que las páginas lean lo que dibujan (una protección contra el rastreo, fingerprinting), y el texto de aquí se dibuja así. Permite a este sitio usar los datos de imagen del canvas y recarga.",
    no_window: "No se pudo abrir la ventana de dibujo.",
    surface_taken: "el navegador retiró su superficie de dibujo",
    stopped: "La página se detuvo ({reason}). Recárgala: su dirección guarda lo que hiciste.",

    field_text: "Texto",
    field_word: "cambiar la palabra",
    field_new_word: "añadir una palabra",
    field_cell: "cambiar la celda",
    field_seed: "semilla",
    field_heads: "cabezas",
    field_kv_heads: "cabezas kv",
    field_scale: "escala",
    field_padding: "tokens de relleno",
    field_window: "tamaño de la ventana",
    field_prefix: "tamaño del prefijo",
    far_too_long: "Lo que escribiste tiene {count} caracteres, demasiados para leerlos.",
    no_picture: "No se pudo hacer la imagen: {error}",
    no_room: "el navegador no le dio sitio",

    embed_caption: "La atención, paso a paso",
    embed_no_files: "Los archivos de la figura no se pueden entregar: {error} Necesitan la cabecera Access-Control-Allow-Origin.",
    embed_silent: "{address} no responde: ¿está ahí, y la Content-Security-Policy de esta página lo permite como marco?",
  },
};

/** @type {Tongue} */
let tongue = "en";

/** From now on say() speaks this language. @param {Tongue} language */
export function speak(language) {
  tongue = language;
}

/** @returns {Tongue} */
export const spoken = () => tongue;

/**
 * @param {string} name @param {Record<string, string | number>} [values] for the places "{name}" in it
 * @returns {string}
 */
export const say = (name, values) => sayIn(tongue, name, values);

/** The same in a given language, for who has one of its own. @param {Tongue} language */
export function sayIn(language, name, values = {}) {
  return WORDS[language][name].replace(/\{(\w+)\}/g, (_, place) => String(values[place] ?? ""));
}

/** @param {readonly string[]} tags such as "es-MX", the one liked best first @returns {Tongue | null} */
export function languageAmong(tags) {
  return /** @type {Tongue | null} */ (tags.map((tag) => tag.toLowerCase().split("-")[0]).find((tag) => tag in WORDS) ?? null);
}
