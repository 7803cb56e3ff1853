// The colour scheme of an article where an embed stands: what is seen there, not what the system prefers.

/** Weights of red, green and blue in the relative luminance (WCAG 2). */
const LUMINANCE = [0.2126, 0.7152, 0.0722];

/** As bright as the middle between black and white to the eye. */
const MIDDLE_LUMINANCE = 0.18;

const linear = (share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);

/**
 * @param {string} color as computed styles give it
 * @returns {number | null} its relative luminance; null where it is transparent or unknown
 */
export function luminance(color) {
  const [, space, list] = /^(\w+)\((.*)\)$/.exec(color) ?? [];
  const numbers = (list ?? "").replace(/^[a-z][\w-]* /, "").split(/[\s,/]+/).map((text) =>
    Number.parseFloat(text) / (text.endsWith("%") ? 100 : 1));
  if (numbers.length < 3 || (numbers[3] ?? 1) < 0.5) {
    return null;
  }
  if (space === "rgb" || space === "rgba" || space === "color") {
    const whole = space === "color" ? 1 : 255;
    return LUMINANCE.reduce((sum, weight, index) => sum + weight * linear(numbers[index] / whole), 0);
  }
  const lightness = space.startsWith("ok") ? numbers[0] : numbers[0] / 100;
  return /^(ok)?(lab|lch)$/.test(space) ? lightness ** 3 : null;
}

/** The element and all that it stands in, also through shadow trees. @param {Element} element */
export function* ancestors(element) {
  for (let node = element; node !== null; node = node.parentElement ?? node.getRootNode().host ?? null) {
    yield node;
  }
}

/**
 * The ground that shows behind the element decides; where nothing is painted, the browser's own for its color-scheme.
 * @param {Element} element @param {Element} probe in it, with the background "Canvas"
 */
export function isDarkAround(element, probe) {
  for (const node of ancestors(element)) {
    const bright = luminance(getComputedStyle(node).backgroundColor);
    if (bright !== null) {
      return bright < MIDDLE_LUMINANCE;
    }
  }
  return (luminance(getComputedStyle(probe).backgroundColor) ?? 1) < MIDDLE_LUMINANCE;
}

/**
 * Calls `onchange` whenever the colours around the element may have changed: by the system, by a class or an attribute
 * of what it stands in, by a style sheet, at the end of a transition.
 * @param {Element} element @param {() => void} onchange @returns {() => void} ends it
 */
export function watchScheme(element, onchange) {
  const mutations = new MutationObserver(onchange);
  for (const node of ancestors(element)) {
    mutations.observe(node, { attributes: true });
  }
  mutations.observe(document.head, { childList: true, subtree: true, characterData: true, attributes: true });
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const targets = [[dark, "change"], [document, "transitionend"], [document.head, "load"], [window, "focus"]];
  for (const [target, event] of targets) {
    target.addEventListener(event, onchange, true);
  }
  return () => {
    mutations.disconnect();
    for (const [target, event] of targets) {
      target.removeEventListener(event, onchange, true);
    }
  };
}
