// The article: what scrolls around the picture, and whether wheel and fingers are for it or for us.

/** True where there is something around the picture that scrolls: an article with an embed, or the embed's own page. */
export function articleMayScroll() {
  const page = document.scrollingElement ?? document.documentElement;
  return window.parent !== window || page.scrollHeight > page.clientHeight || page.scrollWidth > page.clientWidth;
}

/**
 * An article scrolls over the picture as over any other, until the reader has clicked or tapped into it; and again
 * once the focus has gone elsewhere. A frame that lost the focus still names its focused element.
 * @param {HTMLCanvasElement} canvas
 */
const readerIsInside = (canvas) => document.activeElement === canvas && document.hasFocus();

/** @param {HTMLCanvasElement} canvas */
export const scrollsAsPicture = (canvas) => articleMayScroll() && !readerIsInside(canvas);
