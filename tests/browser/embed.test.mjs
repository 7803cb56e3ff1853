// The element in an article: attributes, methods, events, height, colours, links and buttons; made when it is near.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { ask, drawn, frameOf, openArticle, problemsOf } from "./embed_support.mjs";
import { settled, site } from "./support.mjs";

const attribute = (page, selector, name, value) =>
  page.evaluate(([wanted, key, given]) => {
    const element = document.querySelector(wanted);
    return given === null ? element.removeAttribute(key) : element.setAttribute(key, given);
  }, [selector, name, value]);

/** Waits for an event of an embed that fits, and gives its detail. */
const event = async (page, name, check = () => true) => {
  const handle = await page.waitForFunction(([wanted, test]) =>
    window.told.find(([told, detail]) => told === wanted && new Function("detail", `return (${test})(detail)`)(detail)),
  [name, String(check)]);
  return (await handle.jsonValue())[1];
};

for (const own of [true, false]) {
  for (const isolated of ["", "isolated"]) {
    const where = `${own ? "on the article's own origin" : "on another origin"}${isolated && ", isolated"}`;

    test(`attributes, methods and events work ${where}`, async (t) => {
      const page = await openArticle(t, `<attention-playground id="a" ${isolated} step="masked" mask="causal"
        text="one two three" heads="2"></attention-playground>`, { own });
      assert.equal(await ask(page, "#a", "ready"), undefined);
      const state = await ask(page, "#a", "state");
      assert.deepEqual([state.step, state.mask, state.text, state.heads], ["masked", "causal", "one two three", 2]);
      assert.match(await ask(page, "#a", "url"), new RegExp(`^${site}embed.html#v=1&.*step=masked`));
      await ask(page, "#a", "dispatch", { type: "next_step" });
      assert.equal((await event(page, "stepchanged")).state.step, "softmax");
      const wrong = { type: "set_mask", mask: "sideways" };
      const refused = await ask(page, "#a", "dispatch", wrong);
      const frame = await frameOf(page, "#a");
      const sentence = await frame.evaluate((action) => {
        try {
          return window.attentionPlayground.dispatch(action);
        } catch (error) {
          return error.message;
        }
      }, wrong);
      assert.deepEqual(refused, { error: sentence });
      const weights = await page.evaluate(async () => {
        const { shape, data } = await document.getElementById("a").tensor("weights", { head: 1 });
        return { shape, isArray: data instanceof Float64Array, firstRow: [...data.slice(0, 3)] };
      });
      assert.deepEqual(weights, { shape: [3, 3], isArray: true, firstRow: [1, 0, 0] });
      const { terms, value } = await ask(page, "#a", "provenance", "scores", 1, 0);
      assert.equal(terms.length, 16);
      assert.ok(Math.abs(terms.reduce((sum, term) => sum + term.value, 0) - value) < 1e-12);
      assert.ok((await ask(page, "#a", "frames")) > 0);
      assert.ok((await ask(page, "#a", "anchors"))["step.next"].width > 0);
      assert.deepEqual(await ask(page, "#a", "training"), await frame.evaluate(() => window.attentionPlayground.training()));
      assert.deepEqual(await ask(page, "#a", "lesson"), await frame.evaluate(() => window.attentionPlayground.lesson()));
      await attribute(page, "#a", "mask", "none");
      await event(page, "statechanged", ({ state: { mask } }) => mask === "none");
      await attribute(page, "#a", "text", null);
      await event(page, "statechanged", ({ state: { text } }) => text.startsWith("the animal"));
      assert.equal((await ask(page, "#a", "state")).step, "softmax", "what the reader chose stays");
      assert.deepEqual(problemsOf(page), []);
    });
  }
}

test("the frame has few permissions, a title, and no access to the article where it is isolated", async (t) => {
  const page = await openArticle(t, `<attention-playground id="a" label="Masks"></attention-playground>
    <attention-playground id="b" isolated></attention-playground>`, { own: true });
  await ask(page, "#a", "ready");
  await ask(page, "#b", "ready");
  const frames = await page.evaluate(() => ["a", "b"].map((id) => {
    const iframe = document.getElementById(id).shadowRoot.querySelector("iframe");
    return [iframe.getAttribute("sandbox"), iframe.allow, iframe.title];
  }));
  assert.deepEqual(frames, [
    ["allow-scripts allow-same-origin allow-downloads allow-popups", "clipboard-write", "Masks"],
    ["allow-scripts allow-downloads allow-popups", "clipboard-write", "Attention, step by step"],
  ]);
  const reach = async (selector) => (await frameOf(page, selector)).evaluate(() => {
    try {
      return window.parent.document.title;
    } catch (error) {
      return error.name;
    }
  });
  assert.equal(await reach("#b"), "SecurityError");
  assert.equal(await (await frameOf(page, "#b")).evaluate(() => window.origin), "null");
});

test("an embed far below is made when the reader comes near, and shows what the author wrote until it is drawn", async (t) => {
  const page = await openArticle(t, `<div style="height: 4000px">Above</div>
    <attention-playground id="a" step="scores"><p>What attention is, in words.</p></attention-playground>`);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const made = () => page.evaluate(() => document.getElementById("a").shadowRoot.querySelector("iframe") !== null);
  assert.equal(await made(), false);
  assert.equal(page.requested.some((url) => url.includes("embed.html")), false);
  const isSeen = () => page.getByText("What attention is, in words.").isVisible();
  assert.equal(await isSeen(), true);
  await page.evaluate(() => document.getElementById("a").scrollIntoView());
  await drawn(page, "#a");
  assert.equal(await isSeen(), false);
});

test("a picture or a drawing stands in until the first frame", async (t) => {
  const page = await openArticle(t, `<attention-playground id="a" alt="Attention in a picture"
      poster="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'/>"></attention-playground>
    <attention-playground id="b" label="Heads"></attention-playground>`, {
    before: (opened) => opened.route("**/*.wasm", () => {}), // never answered
  });
  assert.equal(await page.getByRole("img", { name: "Attention in a picture" }).isVisible(), true);
  assert.equal(await page.getByText("Heads").isVisible(), true);
});

test("the height is that of the figure at its width, only grows at one width, and the author's goes first", async (t) => {
  const page = await openArticle(t, `<attention-playground id="a" step="scores"></attention-playground>
    <attention-playground id="b" step="scores" hide="header,tokens,controls,footer,side,terms,journey"></attention-playground>
    <attention-playground id="c" height="333"></attention-playground>`, { height: 2600 });
  const height = (id) => page.evaluate((wanted) => document.getElementById(wanted).getBoundingClientRect().height, id);
  for (const id of ["a", "b", "c"]) {
    await ask(page, `#${id}`, "ready");
    await settled(await frameOf(page, `#${id}`));
  }
  const whole = await height("a");
  const bare = await height("b");
  assert.ok(bare < whole - 50, `${bare} of ${whole}`);
  assert.equal(await height("c"), 333);
  for (const id of ["a", "b"]) {
    const { "matrix.scores": matrix } = await ask(page, `#${id}`, "anchors");
    assert.ok(matrix.y + matrix.height < await height(id), `the matrix of ${id} ends below the frame`);
  }
  await ask(page, "#a", "dispatch", { type: "go_to_step", step: "tokens" });
  await settled(await frameOf(page, "#a"));
  assert.ok(await height("a") >= whole, "the lower edge moved up under the reader's pointer");
  await attribute(page, "#c", "height", "20rem");
  assert.equal(await height("c"), 320);
  await attribute(page, "#c", "height", "nonsense");
  assert.notEqual(await height("c"), 320);
  await page.setViewportSize({ width: 390, height: 800 });
  await (await frameOf(page, "#a")).waitForFunction(() => document.getElementById("canvas").width < 400);
  await settled(await frameOf(page, "#a"));
  const narrow = await ask(page, "#a", "anchors");
  assert.ok(narrow["step.next"].y + narrow["step.next"].height <= await height("a"));
});

test("an embed that becomes higher above what is read does not move it", async (t) => {
  const page = await openArticle(t, `<attention-playground id="a" step="softmax"></attention-playground>
    ${"<p>A paragraph.</p>".repeat(20)}<p id="read">Here somebody reads.</p>${"<p>A paragraph.</p>".repeat(60)}`, {
    width: 390,
  });
  await page.evaluate(() => document.getElementById("read").scrollIntoView());
  const top = () => page.evaluate(() => document.getElementById("read").getBoundingClientRect().top);
  const before = await top();
  const height = () => page.evaluate(() => document.getElementById("a").offsetHeight);
  const first = await height();
  await ask(page, "#a", "ready");
  await page.waitForFunction((was) => document.getElementById("a").offsetHeight !== was, first);
  assert.ok(Math.abs(await top() - before) < 1, `moved from ${before} to ${await top()}`);
});

test("the embed follows the colours of the article, however it changes them", async (t) => {
  const page = await openArticle(t, `<div id="card"><attention-playground id="a" step="scores"></attention-playground></div>`, {
    head: `<style>
      html[data-theme="dark"] { background: #111; color: #eee; }
      html.night { color-scheme: dark; }
      .card-dark { background: oklch(0.2 0.02 250); transition: background-color 50ms; }
    </style>`,
  });
  await ask(page, "#a", "ready");
  const frame = await frameOf(page, "#a");
  const becomes = (theme) => frame.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, theme);
  await becomes("light");
  for (const [on, off] of [
    ["document.documentElement.dataset.theme = 'dark'", "delete document.documentElement.dataset.theme"],
    ["document.documentElement.className = 'night'", "document.documentElement.className = ''"],
    ["document.body.style.background = 'rgb(20 20 30)'", "document.body.style.background = ''"],
    ["document.getElementById('card').className = 'card-dark'", "document.getElementById('card').className = ''"],
    ["document.head.append(Object.assign(document.createElement('style'), {textContent: 'body { background: #222 }'}))",
      "document.head.lastChild.remove()"],
  ]) {
    await page.evaluate(on);
    await becomes("dark");
    await page.evaluate(off);
    await becomes("light");
  }
  await page.emulateMedia({ colorScheme: "dark" });
  await becomes("light"); // the article stays light for a reader who likes it dark
  await page.evaluate("document.documentElement.style.colorScheme = 'light dark'");
  await becomes("dark");
  await attribute(page, "#a", "theme", "light");
  await becomes("light");
});

test("the first picture has the colours of the article", async (t) => {
  const page = await openArticle(t, `<attention-playground id="a"></attention-playground>`, {
    head: "<style>body { background: #101010; color: #ddd; }</style>",
    before: (opened) => opened.addInitScript(() => {
      window.themes = [];
      new MutationObserver(() => window.themes.push(document.documentElement.dataset.theme))
        .observe(document, { attributes: true, subtree: true, attributeFilter: ["data-theme"] });
    }),
  });
  await ask(page, "#a", "ready");
  const themes = await (await frameOf(page, "#a")).evaluate(() => window.themes);
  assert.ok(themes.length > 0);
  assert.deepEqual([...new Set(themes)], ["dark"]);
});

test("the article's own links and buttons drive an embed, without a jump and without the article's history", async (t) => {
  const page = await openArticle(t, `<p><a id="link" href="#fig" data-step="masked" data-mask="causal">look at the mask</a>
    <button id="button" data-for="fig" data-scale="off">unscaled</button>
    <button id="controls" aria-controls="fig" data-heads="2" data-d_k="8">two heads</button>
    <button id="action" data-for="fig" data-action='{"type": "next_step"}'>next</button>
    <button id="bad" data-for="fig" data-action='{"type": "fly"}'>bad</button>
    <button id="broken" data-for="fig" data-action='{"type": '>broken</button>
    <a id="other" href="#below" data-step="tokens">not an embed</a></p>
    <div style="height: 1500px"></div><attention-playground id="fig"></attention-playground>
    <p id="below">Below</p><div style="height: 1500px"></div>`);
  const place = () => page.evaluate(() => [location.href, history.length, scrollY]);
  const before = await place();
  await page.click("#link");
  await ask(page, "#fig", "ready");
  await event(page, "statechanged", ({ state: { step, mask } }) => step === "masked" && mask === "causal");
  await page.click("#button");
  await event(page, "statechanged", ({ state: { step, scale } }) => step === "masked" && scale === "off");
  await page.click("#controls");
  await event(page, "statechanged", ({ state: { heads, d_k: width } }) => heads === 2 && width === 8);
  await page.click("#action");
  await event(page, "stepchanged", ({ state: { step } }) => step === "softmax");
  await page.click("#bad");
  assert.match((await event(page, "failed", ({ message }) => message.includes("fly"))).message, /no action/);
  await page.click("#broken");
  await event(page, "failed", ({ message }) => message.includes("no JSON"));
  assert.deepEqual(await place(), before);
  assert.equal((await ask(page, "#fig", "state")).scale, "off");
  await page.click("#other");
  assert.match(page.url(), /#below$/);
});

test("an embed that is taken out and put back has kept what was made in it", async (t) => {
  const page = await openArticle(t, `<attention-playground id="a" step="scores"></attention-playground><div id="end"></div>`);
  await ask(page, "#a", "dispatch", { type: "set_seed", seed: 99 });
  await page.evaluate(() => document.getElementById("end").append(document.getElementById("a")));
  await drawn(page, "#a");
  const { step, seed } = await ask(page, "#a", "state");
  assert.deepEqual([step, seed], ["scores", 99]);
});

test("an embed that cannot start says why, keeps the author's words, and ready rejects with the reason", async (t) => {
  const page = await openArticle(t, `<attention-playground id="a"><p>The author's words.</p></attention-playground>`, {
    before: (opened) => opened.addInitScript(() => delete window.WebAssembly),
  });
  const { error } = await ask(page, "#a", "ready");
  assert.match(error, /WebAssembly/);
  assert.equal((await event(page, "failed")).message, error);
  assert.equal(await page.getByText("The author's words.").isVisible(), true);
  assert.equal(await page.getByText(error).isVisible(), true);
  assert.deepEqual(await ask(page, "#a", "state"), { error });
});

for (const isolated of ["", "isolated"]) {
  test(`a second embed loads nothing that the first has loaded${isolated && ", isolated"}`, async (t) => {
    const page = await openArticle(t, `<attention-playground id="a" ${isolated}></attention-playground>`);
    await ask(page, "#a", "ready");
    assert.ok(page.requested.some((url) => url.endsWith(".wasm")));
    await page.evaluate((kind) => {
      const second = document.createElement("attention-playground");
      second.id = "b";
      second.toggleAttribute("isolated", kind !== "");
      document.getElementById("a").before(second);
    }, isolated);
    const requests = [];
    page.on("requestfinished", (request) => requests.push(request));
    await ask(page, "#b", "ready");
    const sizes = await Promise.all(requests.filter((request) => request.url().startsWith(site)).map(async (request) =>
      [request.url().slice(site.length).split("#")[0], (await request.sizes()).responseBodySize]));
    const loaded = sizes.filter(([, size]) => size > 0).map(([file]) => file);
    assert.ok(sizes.length > 0, "nothing was seen");
    const allowed = isolated ? ["isolated.html", "isolated.js"] : [];
    assert.deepEqual(loaded.filter((file) => !allowed.includes(file)), []);
  });
}

/** What keeps an embed from starting once, and what the article then says of it. */
const failures = {
  "whose program is not there": {
    breaks: "**/attention_playground.wasm", answer: { status: 404, body: "" }, said: /attention_playground\.wasm.*404/, again: "Try again",
  },
  "whose frame never answers": {
    breaks: "**/embed.html", answer: { contentType: "text/html", body: "<!doctype html><title>Something else</title>" },
    said: /^http:\/\/127\.0\.0\.1:\d+\/embed\.html does not answer: is it there, and does the Content-Security-Policy/, again: "Try again",
  },
  "whose frame never answers, in Spanish": {
    breaks: "**/embed.html", answer: { contentType: "text/html", body: "<!doctype html><title>Something else</title>" },
    lang: "es", said: /embed\.html no responde: ¿está ahí/, again: "Reintentar",
  },
  "that is isolated and whose files cannot be handed over": {
    breaks: "**/lessons.wasm", answer: { status: 404, headers: { "Access-Control-Allow-Origin": "*" }, body: "" }, isolated: "isolated",
    said: /cannot be handed over: lessons\.wasm could not be loaded \(404\)\. They need the header Access-Control-Allow-Origin\.$/,
    again: "Try again",
  },
};

for (const [what, { breaks, answer, said, again, isolated = "", lang = "en" }] of Object.entries(failures)) {
  test(`an embed ${what} says so, and trying again works`, async (t) => {
    let isBroken = true;
    const page = await openArticle(t, `<div lang="${lang}"><attention-playground id="a" step="softmax" lang="${lang}" ${isolated}>
        <p>The author's words.</p></attention-playground></div>`, {
      before: async (opened) => {
        await opened.route(breaks, (route) => (isBroken ? route.fulfill(answer) : route.continue()));
        await opened.addInitScript(() => { // an embed waits 20 seconds for a frame
          const original = window.setTimeout;
          window.setTimeout = (call, delay, ...rest) => original(call, delay === 20_000 ? 100 : delay, ...rest);
        });
      },
    });
    const { error } = await ask(page, "#a", "ready");
    assert.match(error, said);
    assert.equal((await event(page, "failed")).message, error);
    for (const text of [error, "The author's words."]) {
      assert.equal(await page.getByText(text).isVisible(), true, text);
    }
    isBroken = false;
    await page.getByRole("button", { name: again }).click();
    await drawn(page, "#a");
    assert.equal(await ask(page, "#a", "ready"), undefined);
    assert.equal((await ask(page, "#a", "state")).step, "softmax");
    assert.equal(await page.getByText(error).count(), 0);
  });
}

/** The policy that docs/embedding.md names for a folder whose figures may be isolated. */
const FOLDER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' blob:; style-src 'self'; connect-src 'self' blob:; " +
  "img-src 'self' data: blob:";

for (const [what, policy, works] of [
  ["with the policy that the documentation names for its folder starts", FOLDER_POLICY, true],
  ["whose folder's policy lacks blob: says so", FOLDER_POLICY.replaceAll(" blob:", ""), false],
]) {
  test(`an isolated embed ${what}`, async (t) => {
    const page = await openArticle(t, `<attention-playground id="a" step="scores" isolated></attention-playground>`, {
      before: (opened) => opened.route("**/isolated.html", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": policy } });
      }),
    });
    const answer = await ask(page, "#a", "ready");
    if (works) {
      assert.equal(answer, undefined);
      assert.equal((await ask(page, "#a", "state")).step, "scores");
      assert.deepEqual(problemsOf(page), []);
    } else {
      assert.match(answer.error, /^The isolated embed cannot start: .* has to allow blob: in script-src and connect-src\.$/);
      assert.equal((await event(page, "failed")).message, answer.error);
      assert.equal(await page.getByRole("button", { name: "Try again" }).isVisible(), true);
    }
  });
}

test("the documentation names what a policy of the folder needs for isolated figures", () => {
  const docs = readFileSync(new URL("../../docs/embedding.md", import.meta.url), "utf8");
  for (const source of FOLDER_POLICY.split("; ").filter((one) => /^(script|connect)-src/.test(one))) {
    assert.ok(docs.includes(`\`${source}\``), source);
  }
});

for (const isolated of ["", "isolated"]) {
  test(`an article with a strict policy has to name the playground's host and nothing else${isolated && ", isolated"}`, async (t) => {
    const host = new URL(site).origin;
    const policy = `default-src 'none'; script-src ${host}; frame-src ${host}; style-src ${host}`;
    const page = await openArticle(t, `<button data-for="a" data-step="masked">Mask</button>
      <attention-playground id="a" step="scores" ${isolated}></attention-playground>`, {
      policy: isolated ? `${policy}; connect-src ${host}` : policy,
      before: (opened) => opened.addInitScript(() => {
        window.violations = [];
        document.addEventListener("securitypolicyviolation", (violation) =>
          window.violations.push(`${violation.violatedDirective} ${violation.blockedURI}`));
      }),
    });
    assert.equal(await ask(page, "#a", "ready"), undefined);
    await drawn(page, "#a");
    await page.getByRole("button", { name: "Mask" }).click();
    await page.waitForFunction(() => window.told.some(([name, { state }]) => name === "stepchanged" && state.step === "masked"));
    assert.ok(await page.evaluate(() => document.getElementById("a").offsetHeight) > 300, "the height follows the figure");
    assert.deepEqual(await page.evaluate(() => window.violations), []);
    assert.deepEqual(await (await frameOf(page, "#a")).evaluate(() => window.violations), []);
    assert.deepEqual(problemsOf(page), []);
  });
}

test("one attribute that is far too long is left out alone, with a sentence that names it", async (t) => {
  const page = await openArticle(t, `<attention-playground id="a" step="masked" mask="causal" seed="21"
    text="${"x".repeat(1_000_001)}"></attention-playground>`);
  const { step, mask, seed, text } = await ask(page, "#a", "state");
  assert.deepEqual([step, mask, seed, text.split(" ").length], ["masked", "causal", 21, 12]);
  const { message } = await event(page, "failed");
  assert.match(message, /^text is left out\. The parameters have 1,000,0\d\d characters: at most 1,000,000 are allowed\.$/);
});
