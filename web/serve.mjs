// Serves one folder on this machine only: node web/serve.mjs FOLDER PORT. No dependencies.
import { createReadStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, resolve, sep } from "node:path";

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};

const notFound = "<!doctype html><title>Not found</title><p>There is no such page here. <a href=\"/\">To the start</a></p>\n";

/** The file that a request means, or null where there is none inside the folder. */
async function findFile(folder, url) {
  try {
    const path = decodeURIComponent(new URL(url, "http://localhost").pathname);
    let file = await realpath(resolve(folder, join(".", path)));
    let status = await stat(file);
    if (status.isDirectory()) {
      file = join(file, "index.html");
      status = await stat(file);
    }
    const inside = file.startsWith(folder + sep);
    return inside && status.isFile() ? { file, size: status.size, tag: `"${status.size}-${status.mtimeMs}"` } : null;
  } catch {
    return null;
  }
}

/** @param {string} folder an absolute path without symbolic links */
function answer(folder) {
  return async (request, response) => {
    // An embed with an opaque origin may load the files only with this header.
    const headers = { "Access-Control-Allow-Origin": "*", "Cache-Control": "no-cache" };
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.writeHead(405, { ...headers, Allow: "GET, HEAD" }).end();
      return;
    }
    const found = await findFile(folder, request.url);
    if (found === null) {
      response.writeHead(404, { ...headers, "Content-Type": types[".html"], "Content-Length": notFound.length });
      response.end(request.method === "HEAD" ? undefined : notFound);
      return;
    }
    const type = types[extname(found.file)] ?? "application/octet-stream";
    if (request.headers["if-none-match"] === found.tag) {
      response.writeHead(304, { ...headers, ETag: found.tag }).end();
      return;
    }
    response.writeHead(200, { ...headers, ETag: found.tag, "Content-Type": type, "Content-Length": found.size });
    if (request.method === "HEAD") {
      response.end();
    } else {
      createReadStream(found.file).on("error", () => response.destroy()).pipe(response);
    }
  };
}

const [folder, portText] = process.argv.slice(2);
const port = Number(portText);
if (folder === undefined || !Number.isInteger(port) || port < 0 || port > 65535) {
  console.error("usage: node web/serve.mjs FOLDER PORT, with a port from 0 (any free one) to 65535");
  process.exit(2);
}

const server = createServer(answer(await realpath(folder)));
server.on("error", (error) => {
  console.error(
    error.code === "EADDRINUSE"
      ? `Port ${port} is taken, perhaps by another web/play. Choose another one, such as PORT=${port + 1} web/play`
      : `The server cannot start: ${error.message}`,
  );
  process.exit(1);
});
server.listen(port, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}/`);
});
