// A plugin for Vite: the playground's files beside those of the site, and the element <attention-playground> in its pages.
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { files, folder } from "./folder.js";

const types = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css",
  ".wasm": "application/wasm", ".svg": "image/svg+xml", ".txt": "text/plain; charset=utf-8",
};

/** A module that stands for the script where its address is not known before the page is there, or not to be looked into. */
const STAND_IN = "\0attention-playground";

/** @param {{path?: string}} [options] the folder of the site that gets the files */
export default function attentionPlayground({ path = "playground" } = {}) {
  const names = new Set(files());
  let base = "/";
  let isServer = false;
  return {
    name: "attention-playground",
    enforce: "pre",
    config: () => ({ optimizeDeps: { exclude: ["attention-playground"] } }),
    configResolved({ base: given, command }) {
      base = given;
      isServer = command === "serve";
    },
    /** The script finds its files beside itself, so an import of it names the one that lies there. */
    resolveId(name) {
      if (name !== "attention-playground") {
        return null;
      }
      const isKnown = !isServer && (base.startsWith("/") || base.includes("://"));
      return isKnown ? { id: `${base}${path}/embed.js`, external: true } : STAND_IN;
    },
    load(name) {
      if (name !== STAND_IN) {
        return null;
      }
      // With a relative base, a site's page has its own tag for it.
      const address = `new URL(${JSON.stringify(`${base}${path}/embed.js`)}, location.href).href`;
      return isServer ? `await import(/* @vite-ignore */ ${address});\n` : "export {};\n";
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url, "http://localhost");
        const start = `${base}${path}/`;
        const name = pathname.startsWith(start) ? pathname.slice(start.length) : "";
        if (!names.has(name)) {
          next();
          return;
        }
        response.setHeader("Content-Type", types[extname(name)] ?? "application/octet-stream");
        createReadStream(join(folder, name)).pipe(response);
      });
    },
    generateBundle() {
      for (const name of names) {
        this.emitFile({ type: "asset", fileName: `${path}/${name}`, source: readFileSync(join(folder, name)) });
      }
    },
    transformIndexHtml: {
      order: "post", // after Vite has looked for scripts to join: this one has to stay beside its files
      handler: () => (existsSync(join(folder, "embed.js"))
        ? [{ tag: "script", attrs: { type: "module", src: `${base}${path}/embed.js` }, injectTo: "head" }] : []),
    },
  };
}
