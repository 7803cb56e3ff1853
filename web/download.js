// Downloads: files that the playground made, in the reader's folder of downloads. Nothing is sent anywhere.

/** Pixels of a PNG for each of the picture's own. */
const SCALE = 2;

/** Some phones give a canvas no more pixels than this: a larger picture gets fewer for each of its own. */
const MOST_PIXELS = 16_000_000;

const KEPT_MILLISECONDS = 60_000;

/** @param {{name: string, mime: string, bytes: Uint8Array}} file */
export function saveFile({ name, mime, bytes }) {
  saveBlob(name, new Blob([bytes], { type: mime }));
}

/**
 * Draws an SVG and saves it as a PNG.
 * @param {{name: string, width: number, height: number, bytes: Uint8Array}} picture
 * @param {typeof import("./words.js").say} say
 */
export async function savePicture({ name, width, height, bytes }, say) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new TextDecoder().decode(bytes))}`;
  await image.decode();
  const scale = Math.min(SCALE, Math.sqrt(MOST_PIXELS / (width * height)));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob === null) {
    throw new Error(say("no_room"));
  }
  saveBlob(name, blob);
}

function saveBlob(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MILLISECONDS); // some browsers read it late
}
