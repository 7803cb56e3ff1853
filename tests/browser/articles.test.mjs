// The two tutorials as a reader meets them: every figure starts and shows the lesson that it names, buttons drive their
// figure, nothing sticks out on a phone, axe finds nothing, and the programs print what stands below them.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import test from "node:test";
import { ask, drawn, problemsOf } from "./embed_support.mjs";
import { dist, numpyMissing, openPage } from "./support.mjs";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const ARTICLES = ["what_is_attention.html", "attention_for_engineers.html"];
const FIGURES_AT_MOST = 13;
const PATIENCE_MILLISECONDS = 60_000;

const open = (t, name, options = {}) => openPage(t, { ...options, path: `articles/${name}`, started: false });

/** What the article says of its figures. */
const figuresOf = (page) => page.evaluate(() =>
  [...document.querySelectorAll("attention-playground")].map((figure) => ({
    id: figure.id,
    lesson: figure.getAttribute("lesson"),
    cue: Number(figure.getAttribute("cue") ?? 0),
    link: figure.querySelector("a")?.getAttribute("href") ?? "",
    buttons: [...document.querySelectorAll(`button[data-for="${figure.id}"]`)].map((button) => ({
      action: JSON.parse(button.dataset.action),
      first: button.getAttribute("aria-pressed") === "true",
    })),
  })));

async function comeTo(page, id) {
  await page.evaluate((name) => document.getElementById(name).scrollIntoView({ block: "center" }), id);
  await drawn(page, `#${id}`);
}

/** Whether the state is what the action asks for. A knob at rest, which the first button means, does not stand in it. */
function follows(state, { action: { type, ...wanted }, first }) {
  if (type === "turn_knob") {
    const turned = state.knobs.split("~").find((one) => one.startsWith(`${wanted.knob}:`));
    return turned === undefined ? first : turned === `${wanted.knob}:${wanted.value}`;
  }
  return Object.entries(wanted).every(([key, value]) => String(state[key]) === String(value));
}

async function waitUntilFollows(page, id, pressed) {
  const end = Date.now() + PATIENCE_MILLISECONDS;
  for (let state = null; state === null || !follows(state, pressed); state = await ask(page, `#${id}`, "state")) {
    assert.ok(Date.now() < end, `#${id} after ${JSON.stringify(pressed.action)}: ${JSON.stringify(state)}`);
  }
}

for (const name of ARTICLES) {
  test(`${name}: every figure shows what it names, and its buttons drive it`, async (t) => {
    const page = await open(t, name, { width: 1280, height: 900 });
    const figures = await figuresOf(page);
    assert.ok(figures.length >= 6 && figures.length <= FIGURES_AT_MOST, `${figures.length} figures`);
    for (const { id, lesson, cue, buttons } of figures) {
      await comeTo(page, id);
      const state = await ask(page, `#${id}`, "state");
      assert.deepEqual([state.lesson, state.cue], [lesson, cue], `#${id}`);
      assert.equal((await ask(page, `#${id}`, "lesson")).id, lesson, `#${id}`);
      for (const [index, pressed] of buttons.entries()) {
        const button = page.locator(`button[data-for="${id}"]`).nth(index);
        await button.click();
        await waitUntilFollows(page, id, pressed);
        if (await button.getAttribute("data-once") === null) {
          assert.equal(await button.getAttribute("aria-pressed"), "true", `#${id}, button ${index}`);
        }
      }
    }
    assert.deepEqual(problemsOf(page), []);
  });

  test(`${name}: links lead somewhere, and what stands in for a figure leads to the same place`, async (t) => {
    const page = await open(t, name, { javaScript: false });
    const { targets, ids } = await page.evaluate(() => ({
      targets: [...document.querySelectorAll("a[href]")].map((link) => link.getAttribute("href")),
      ids: [...document.querySelectorAll("[id]")].map(({ id }) => id),
    }));
    assert.equal(new Set(ids).size, ids.length, "an id stands for one thing");
    for (const target of targets) {
      if (target.startsWith("#")) {
        assert.ok(ids.includes(target.slice(1)), target);
      } else if (!target.startsWith("https://")) {
        assert.ok(existsSync(`${dist}/articles/${target.split("#")[0]}`), target);
      }
    }
    for (const { id, lesson, cue, link } of await figuresOf(page)) {
      const said = new URLSearchParams(link.split("#")[1]);
      assert.deepEqual([said.get("lesson"), Number(said.get("cue"))], [lesson, cue], `#${id}`);
    }
  });

  test(`${name}: nothing sticks out on a phone`, async (t) => {
    const page = await open(t, name, { width: 390, height: 844, touch: true });
    const [first] = await figuresOf(page);
    await comeTo(page, first.id);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(overflow <= 0, `${overflow} pixels stand out at the right`);
    const small = await page.evaluate(() => [...document.querySelectorAll("button")]
      .filter((button) => button.getBoundingClientRect().height < 44).map(({ textContent }) => textContent));
    assert.deepEqual(small, []);
    assert.deepEqual(problemsOf(page), []);
  });

  for (const dark of [false, true]) {
    test(`${name}: axe finds nothing, ${dark ? "dark" : "light"}`, async (t) => {
      const page = await open(t, name, { dark, context: { bypassCSP: true } });
      await page.waitForFunction(() => customElements.get("attention-playground") !== undefined);
      await page.evaluate(axeSource);
      const found = await page.evaluate(async () => {
        // What is inside of the figures is looked at elsewhere.
        const { violations } = await window.axe.run(document, { iframes: false, resultTypes: ["violations"] });
        return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(" | ")}`);
      });
      assert.deepEqual(found, []);
    });
  }
}

test("the programs of the engineers' article run in one go and print what stands below them", { skip: numpyMissing }, async (t) => {
  const page = await open(t, "attention_for_engineers.html", { javaScript: false });
  const parts = await page.evaluate(() => [...document.querySelectorAll("pre.python")].map((program) => ({
    program: program.textContent,
    prints: program.nextElementSibling.matches(".prints") ? program.nextElementSibling.textContent : null,
  })));
  assert.ok(parts.length >= 10, `${parts.length} programs`);
  const mark = "---- next ----";
  const run = spawnSync("/usr/bin/python3", ["-W", "error", "-"], {
    input: parts.map(({ program }) => program).join(`\nprint("${mark}")\n`),
    encoding: "utf8",
  });
  assert.equal(run.status, 0, run.stderr);
  const printed = run.stdout.split(`${mark}\n`);
  for (const [index, { program, prints }] of parts.entries()) {
    assert.equal(printed[index].trimEnd(), prints, program);
  }
});
