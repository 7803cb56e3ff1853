// What a reader needs only after a first look: loaded when the first picture is there, which so comes sooner. Its parts
// import little that the page has already; they are handed that.

export { copyText } from "./clipboard.js";
export { saveFile, savePicture } from "./download.js";
export { Fields } from "./fields.js";
export { Mirror } from "./mirror.js";
export { printStillPicture } from "./printing.js";
export { listenToTouch } from "./touch.js";
