// Messages between an article and its embeds: only what is meant is obeyed, and nothing else does harm.
import assert from "node:assert/strict";
import test from "node:test";
import { LINK_PARAMETERS } from "../../web/link_parameters.js";
import { ask, frameOf, openArticle, problemsOf } from "./embed_support.mjs";
import { settled, site, state, until } from "./support.mjs";

const SEED = 20240607;
const COUNT = 10_000;

/** In the page: a generator of hostile values and messages from a seed. */
const hostility = (opened) => opened.addInitScript(() => {
  window.hostile = (seed) => {
    let current = seed >>> 0;
    const random = () => {
      current = (current + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(current ^ (current >>> 15), current | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    };
    const pick = (list) => list[Math.floor(random() * list.length)];
    const polluted = JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}');
    const markup = "<img src=x onerror=\"window.polluted=true\"><script>window.polluted=true</script>";
    const values = [
      null, undefined, true, false, 0, -1, 1.5, NaN, Infinity, 2 ** 53, 12n, "", "a", markup, "__proto__", "constructor",
      "x".repeat(100_000), "\ud800", "\u0000", [], [1, 2, 3], {}, polluted, new Date(0), new Map([["type", "call"]]),
      new Float64Array(8), /./u, new Error("no"), [[[[]]]], "javascript:alert(1)",
    ];
    const types = [
      "scheme", "call", "rest", "wake", "files", "hello", "ready", "drawn", "progress", "event", "answer", "toString", "__proto__",
    ];
    const methods = ["state", "dispatch", "tensor", "provenance", "show", "url", "constructor", "__proto__", "on", "emit", "attach"];
    const fields = ["id", "method", "values", "dark", "files", "detail", "name", "message", "height", "link"];
    const value = () => pick(values);
    const message = () => {
      const kind = random();
      if (kind < 0.2) {
        return value();
      }
      const made = { source: random() < 0.9 ? "attention-playground" : value(), version: random() < 0.9 ? 1 : value() };
      made.type = random() < 0.9 ? pick(types) : value();
      for (const field of fields) {
        if (random() < 0.4) {
          made[field] = value();
        }
      }
      if (made.type === "call" && random() < 0.8) {
        Object.assign(made, { id: 1e6 + Math.floor(random() * 1e6), method: pick(methods), values: [value(), value(), value()] });
        if (random() < 0.2) {
          made.values = [{ type: pick(["set_text", "edit_cell", "fly", "__proto__"]), text: value(), tensor: value(), row: value(), value: value() }];
        }
      }
      if (made.type === "rest" && random() < 0.95) { // to be obeyed: a copy of the picture each time
        made.version = 2;
      }
      if (made.type === "files" && random() < 0.5) {
        made.files = pick([{}, { "page.js": markup }, { "style.css": 5 }, { "x.wasm": new ArrayBuffer(8) }]);
      }
      return made;
    };
    return { random, pick, value, message, values };
  };
});

/** What an embed must leave as it is. */
const hostOf = (page) => page.evaluate(() => ({
  title: document.title, address: location.href, entries: history.length, focused: document.activeElement.id,
  scroll: [scrollX, scrollY], globals: Object.keys(window).filter((name) => !["told", "hostile"].includes(name)).sort(),
  polluted: [window.polluted, {}.polluted, Object.keys(Object.prototype).length, name],
  nodes: document.body.querySelectorAll("*").length,
}));

for (const isolated of ["", "isolated"]) {
  test(`ten thousand hostile messages leave embed and article as they were${isolated && ", isolated"}`, { timeout: 300_000 }, async (t) => {
    t.diagnostic(`seed ${SEED}`);
    const page = await openArticle(t, `<input id="field"><attention-playground id="a" ${isolated} step="scores" seed="21"></attention-playground>`, {
      before: hostility,
    });
    await ask(page, "#a", "ready");
    await page.focus("#field");
    const before = await hostOf(page);
    await page.evaluate(async ([seed, count]) => {
      const { message } = window.hostile(seed);
      const iframe = document.getElementById("a").shadowRoot.querySelector("iframe");
      for (let sent = 0; sent < count; ++sent) {
        try {
          iframe.contentWindow.postMessage(message(), "*");
        } catch (error) {
          if (error.name !== "DataCloneError") {
            throw error;
          }
        }
        if (sent % 500 === 499) {
          await new Promise((resolve) => setTimeout(resolve));
        }
      }
    }, [SEED, COUNT]);
    const after = await ask(page, "#a", "state");
    assert.equal(after.seed, 21);
    assert.equal(after.step, "scores");
    assert.deepEqual(await hostOf(page), before);
    const failed = await page.evaluate(() => window.told.filter(([name]) => name === "failed").map(([, { message }]) => message));
    assert.ok(failed.some((sentence) => /^The message \w+ needs as its|^There is no message of the type/.test(sentence)), failed[0]);
    const complaints = failed.filter((sentence) => /^The message|^There is no message|^This message/.test(sentence));
    assert.ok(complaints.length < 60, `${complaints.length} sentences`);
    assert.equal(await ask(page, "#a", "dispatch", { type: "next_step" }), undefined);
    assert.equal((await ask(page, "#a", "state")).step, "scaled");
    const frame = await frameOf(page, "#a");
    await page.evaluate(() => document.getElementById("a").shadowRoot.querySelector("iframe").contentWindow
      .postMessage({ source: "attention-playground", version: 1, type: "wake" }, "*"));
    await frame.waitForFunction(() => document.querySelector(".still") === null);
    await settled(frame);
    assert.equal(await frame.evaluate(() => window.polluted ?? {}.polluted ?? null), null);
    assert.deepEqual(problemsOf(page).filter((problem) => !/favicon|CONTEXT_LOST/.test(problem)), []);
  });
}

test("messages from a window that is not the embed's, or not its article's, are not heard", async (t) => {
  const page = await openArticle(t, `<attention-playground id="a" step="scores" seed="21"></attention-playground>
    <attention-playground id="b"></attention-playground>`, { own: true });
  await ask(page, "#a", "ready");
  await ask(page, "#b", "ready");
  // One embed's window speaks to the other embed, and to the article as if it were the other.
  await (await frameOf(page, "#b")).evaluate(() => {
    const other = window.parent.document.getElementById("a").shadowRoot.querySelector("iframe").contentWindow;
    const say = (target, type, fields) => target.postMessage({ source: "attention-playground", version: 1, type, ...fields }, "*");
    say(other, "call", { id: 1, method: "dispatch", values: [{ type: "next_step" }] });
    say(other, "call", { id: 1, method: 7, values: [] });
  });
  await page.evaluate(() => {
    const stranger = document.createElement("iframe");
    stranger.srcdoc = `<script>
      const say = (type, fields) => parent.postMessage({source: "attention-playground", version: 1, type, ...fields}, "*");
      say("event", {name: "stepchanged", detail: {state: {}}, link: ""});
      say("stopped", {message: "lies"});
      say("height", {width: 700, height: 999});
      say("answer", {id: 1, value: "lies"});
      parent.postMessage("heard", "*");
    </` + `script>`;
    const heard = new Promise((resolve) => addEventListener("message", ({ data }) => data === "heard" && resolve()));
    document.body.append(stranger);
    return heard;
  });
  assert.equal((await ask(page, "#a", "state")).step, "scores");
  assert.deepEqual(await page.evaluate(() => window.told.map(([name, , id]) => [name, id])), []);
  assert.notEqual(await page.evaluate(() => document.getElementById("a").offsetHeight), 999);
});

test("a page in a plain frame tells its host nothing unasked, and works", async (t) => {
  const page = await openArticle(t, `<iframe id="plain" width="700" height="500"></iframe>`, { own: true });
  await page.evaluate(() => {
    window.heard = [];
    addEventListener("message", ({ data }) => window.heard.push(data));
    document.getElementById("plain").src = "embed.html#step=softmax&text=a+secret+text";
  });
  const frame = await (await page.$("#plain")).contentFrame();
  await frame.waitForFunction(() => window.attentionPlayground !== undefined);
  await frame.evaluate(() => window.attentionPlayground.ready);
  await frame.evaluate(() => window.attentionPlayground.dispatch({ type: "set_text", text: "another secret" }));
  assert.equal((await state(frame)).step, "softmax");
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  assert.deepEqual(await page.evaluate(() => window.heard), [{ source: "attention-playground", version: 1, type: "hello" }]);
});

test("what comes from the embed's window and is no message of ours is said, and does not reach the article", async (t) => {
  const page = await openArticle(t, `<attention-playground id="a" step="scores"></attention-playground>`);
  await ask(page, "#a", "ready");
  await (await frameOf(page, "#a")).evaluate(() => {
    const say = (fields) => window.parent.postMessage({ source: "attention-playground", version: 1, ...fields }, "*");
    say({ type: "event", name: "click", detail: {}, link: "" });
    say({ type: "height", width: 1, height: 1e9 });
    say({ type: "answer", id: 77, value: 1 });
    say({ type: "__proto__" });
  });
  await page.waitForFunction(() => window.told.length > 0);
  const told = await page.evaluate(() => window.told);
  assert.deepEqual(told.map(([name]) => name), ["failed"]);
  assert.match(told[0][1].message, /^The message event needs as its name one of statechanged/);
  assert.equal((await ask(page, "#a", "state")).step, "scores");
});

test("attributes and links with anything in them leave the embed working and the article untouched", { timeout: 300_000 }, async (t) => {
  t.diagnostic(`seed ${SEED}`);
  const page = await openArticle(t, `<input id="field"><a id="link" href="#a">drive</a>
    <attention-playground id="a" step="scores"></attention-playground>`, { before: hostility });
  await ask(page, "#a", "ready");
  await page.focus("#field");
  const before = await hostOf(page);
  await page.evaluate(async ([seed, names]) => {
    const { pick, value, random } = window.hostile(seed);
    const embed = document.getElementById("a");
    const link = document.getElementById("link");
    for (let round = 0; round < 300; ++round) {
      const name = pick(names);
      if (random() < 0.5) {
        embed.setAttribute(name, String(value()));
      } else {
        link.setAttribute(`data-${random() < 0.2 ? "action" : name}`, String(value()));
        link.click();
        link.removeAttribute(`data-${name}`);
      }
      if (round % 10 === 9) {
        await embed.state();
      }
    }
    for (const name of [...names, "height", "label", "alt", "poster"]) {
      embed.removeAttribute(name);
    }
    embed.setAttribute("text", "x".repeat(3_000_000));
    embed.setAttribute("height", "<script>");
    await embed.state();
  }, [SEED, LINK_PARAMETERS]);
  assert.deepEqual(await hostOf(page), before);
  const failed = await page.evaluate(() => window.told.filter(([name]) => name === "failed").map(([, { message }]) => message));
  assert.ok(failed.some((sentence) => sentence.includes("characters")), failed.at(-1));
  await page.evaluate(() => {
    const embed = document.getElementById("a");
    embed.setAttribute("text", "all is well");
    embed.setAttribute("step", "masked");
  });
  await until(page, async () => {
    const { text, step } = await document.getElementById("a").state();
    return text === "all is well" && step === "masked";
  });
});

for (const [what, fields, expected] of [
  ["of another version", { version: 2, files: {} }, /^This message is not of version 1/],
  ["that are no files", { files: { "page.js": 5 } }, /^The message files needs as its files an object of texts/],
  ["that are nothing", { files: null }, /^The message files needs as its files/],
  ["of which none is a script", { files: { "style.css": "" } }, /./],
  ["that are no scripts", { files: { "style.css": "", "page.js": "not a script(" } }, /./],
]) {
  test(`an isolated frame that is handed files ${what} says that it stopped`, async (t) => {
    const page = await openArticle(t, `<iframe id="frame" sandbox="allow-scripts"></iframe>`);
    const heard = await page.evaluate(([address, given]) => new Promise((resolve) => {
      const frame = document.getElementById("frame");
      const all = [];
      addEventListener("message", ({ source, data }) => {
        if (source === frame.contentWindow) {
          all.push(data);
          if (data.type === "needs_files") {
            frame.contentWindow.postMessage({ source: "attention-playground", version: 1, type: "files", ...given }, "*");
          } else if (data.type === "stopped") {
            resolve(all);
          }
        }
      });
      frame.src = address;
    }), [`${site}isolated.html`, fields]);
    assert.deepEqual(heard.map(({ type }) => type), ["progress", "needs_files", "stopped"]);
    assert.match(heard.at(-1).message, expected);
  });
}
