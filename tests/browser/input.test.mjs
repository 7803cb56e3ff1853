// Input: mouse, keys, wheel, touch and text fields, as a person uses them.
import assert from "node:assert/strict";
import test from "node:test";
import { anchor, click, dispatch, linkOf, middle, openPage, settled, site, state } from "./support.mjs";

const step = async (page) => (await state(page)).step;

test("clicking Next, Back and the rail steps", async (t) => {
  const page = await openPage(t);
  assert.equal(await step(page), "tokens");
  await click(page, "step.next");
  assert.equal(await step(page), "embeddings");
  await click(page, "step.next");
  assert.equal(await step(page), "queries");
  await click(page, "step.previous");
  assert.equal(await step(page), "embeddings");
  await click(page, "step.scores");
  assert.equal(await step(page), "scores");
});

test("arrow keys step while the canvas has the focus", async (t) => {
  const page = await openPage(t);
  await page.focus("#canvas");
  await page.keyboard.press("ArrowRight");
  await settled(page);
  assert.equal(await step(page), "embeddings");
  await page.keyboard.press("ArrowLeft");
  await settled(page);
  assert.equal(await step(page), "tokens");
});

test("clicking a cell selects its query and key, and arrow keys move it", async (t) => {
  const page = await openPage(t, { path: linkOf({ step: "scores" }) });
  await click(page, "scores[2,5]");
  const selected = await state(page);
  assert.deepEqual([selected.query, selected.key], [2, 5]);
  await page.keyboard.press("ArrowDown");
  await settled(page);
  assert.equal((await state(page)).query, 3);
});

test("Tab goes through the controls and then leaves the playground, and Escape gives up the focus", async (t) => {
  const page = await openPage(t);
  const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.tagName);
  await page.evaluate(() => document.body.append(Object.assign(document.createElement("button"), { id: "after" })));
  await page.focus("#canvas");
  let stops = 0;
  do {
    await page.keyboard.press("Tab");
    stops += 1;
  } while ((await focused()) !== "after" && stops < 200);
  assert.equal(await focused(), "after");
  assert.ok(stops > 10, `${stops} stops`);
  await page.focus("#canvas");
  await page.keyboard.press("Escape"); // lets go of the lit control, where there is one
  await page.keyboard.press("Escape");
  assert.equal(await focused(), "BODY");
});

test("keys that the playground has no use for stay with the browser", async (t) => {
  const page = await openPage(t);
  await page.focus("#canvas");
  const prevented = await page.evaluate(() =>
    ["Tab", "F5", "f:ctrl", "r:ctrl", "ArrowLeft:alt", "c:ctrl", "ArrowRight", "z:ctrl"].map((spec) => {
      const [key, modifier] = spec.split(":");
      const event = new KeyboardEvent("keydown", {
        key, ctrlKey: modifier === "ctrl", altKey: modifier === "alt", bubbles: true, cancelable: true,
      });
      document.getElementById("canvas").dispatchEvent(event);
      return event.defaultPrevented;
    }));
  assert.deepEqual(prevented, [false, false, false, false, false, false, true, true]);
});

test("Ctrl+C copies the row of a cell that has the keyboard, and is the browser's own everywhere else", async (t) => {
  const page = await openPage(t, { path: linkOf({ step: "scores" }) });
  const prevented = () => page.evaluate(() => {
    const event = new KeyboardEvent("keydown", { key: "c", ctrlKey: true, bubbles: true, cancelable: true });
    document.getElementById("canvas").dispatchEvent(event);
    return event.defaultPrevented;
  });
  await page.focus("#canvas");
  assert.equal(await prevented(), false);
  await click(page, "scores[2,5]");
  await page.evaluate(() => {
    window.copied = [];
    navigator.clipboard.writeText = async (text) => { window.copied.push(text); };
  });
  await page.keyboard.press("Control+c");
  await settled(page);
  const [row] = await page.evaluate(() => window.copied);
  const lines = row.trim().split(/\r?\n/).map((line) => line.split("\t"));
  const { data } = await page.evaluate(() => {
    const scores = window.attentionPlayground.tensor("scores", {});
    return { data: [...scores.data] };
  });
  assert.equal(lines[1][0], "did");
  assert.deepEqual(lines[1].slice(1).map(Number), data.slice(24, 36));
  await page.keyboard.press("Escape");
  await settled(page);
  assert.equal(await prevented(), false);
});

test("keys typed in a field of the host page are not stolen", async (t) => {
  const page = await openPage(t);
  await page.evaluate(() => {
    const field = document.body.appendChild(document.createElement("input"));
    field.id = "host-field";
    Object.assign(field.style, { position: "fixed", top: "0", left: "0", zIndex: "1" });
  });
  await click(page, "step.next");
  await page.focus("#host-field");
  await page.keyboard.type("a b?z");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await page.inputValue("#host-field"), "a b?");
  assert.equal(await step(page), "embeddings");
});

test("a button released outside the canvas does not stay down", async (t) => {
  const page = await openPage(t, { path: linkOf({ step: "scores" }) });
  const start = await middle(page, "scores[2,5]");
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x, -50);
  await page.mouse.up();
  await settled(page);
  const before = await state(page);
  const other = await middle(page, "scores[7,7]");
  await page.mouse.move(other.x, other.y);
  await settled(page);
  assert.deepEqual(await state(page), before);
  await click(page, "scores[7,7]");
  assert.deepEqual([(await state(page)).query, (await state(page)).key], [7, 7]);
});

test("Ctrl+Z takes back an edit and Ctrl+Shift+Z brings it again", async (t) => {
  const page = await openPage(t);
  await dispatch(page, { type: "set_seed", seed: 11 });
  await page.focus("#canvas");
  await page.keyboard.press("Control+z");
  await settled(page);
  assert.equal(String((await state(page)).seed), "7");
  await page.keyboard.press("Control+Shift+z");
  await settled(page);
  assert.equal(String((await state(page)).seed), "11");
});

test("the wheel scrolls what is under the pointer", async (t) => {
  const page = await openPage(t, { path: linkOf({ step: "scores" }), height: 600 });
  const before = await anchor(page, "matrix.scores");
  await page.mouse.move(before.x + before.width / 2, before.y + 40);
  await page.mouse.wheel(0, 120);
  await settled(page);
  const after = await anchor(page, "matrix.scores");
  assert.ok(after.y < before.y || after.height < before.height, "the matrix moved up");
});

/** A page of another host's kind around an embed. */
async function openArticle(t, article, options = {}) {
  const page = await openPage(t, {
    ...options,
    path: "article.html",
    started: false,
    before: (opened) => opened.route(`${site}article.html`, (route) =>
      route.fulfill({ contentType: "text/html", body: article })),
  });
  const embed = page.frames()[1];
  await embed.evaluate(() => window.attentionPlayground.ready);
  await settled(embed);
  return { page, embed };
}

test("an article scrolls over an embed until the reader clicks into it", async (t) => {
  const article = `<!doctype html><title>Article</title><body style="margin:0">
    <input id="comment"><iframe src="embed.html#step=scores" style="width:700px;height:400px;border:0"></iframe>
    <div style="height:3000px"></div>`;
  const { page, embed } = await openArticle(t, article);
  const scrolled = () => page.evaluate(() => window.scrollY);
  await page.mouse.move(350, 200);
  await page.mouse.wheel(0, 100);
  await page.waitForFunction(() => window.scrollY > 0);
  const top = await scrolled();
  await page.fill("#comment", "");
  await page.focus("#comment");
  await page.keyboard.type("hi there");
  assert.equal(await page.inputValue("#comment"), "hi there");
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.mouse.click(350, 200);
  await page.mouse.move(350, 210);
  const moved = embed.evaluate(() => new Promise((resolve) => {
    window.addEventListener("wheel", (event) => resolve(event.defaultPrevented), { once: true });
  }));
  await page.mouse.wheel(0, 100);
  assert.equal(await moved, true, "after a click the embed keeps the wheel where it can scroll");
  assert.ok(top > 0);
  assert.equal(await page.title(), "Article");
});

const fieldInput = (page) => page.locator(".field");

test("a field of the picture is edited in a real text field", async (t) => {
  const page = await openPage(t);
  const place = await anchor(page, "seed");
  await click(page, "seed");
  const field = await fieldInput(page).boundingBox();
  for (const side of ["x", "y", "width", "height"]) {
    assert.ok(Math.abs(field[side] - place[side]) <= 1, `${side}: ${field[side]} over ${place[side]}`);
  }
  await page.keyboard.type("12");
  await page.keyboard.press("Enter");
  await settled(page);
  assert.equal(String((await state(page)).seed), "12");
  assert.equal(await fieldInput(page).count(), 0);
});

test("a refused value says why and keeps what was typed", async (t) => {
  const page = await openPage(t);
  await click(page, "seed");
  await page.keyboard.type("seven");
  await page.keyboard.press("Enter");
  await settled(page);
  assert.equal(await fieldInput(page).inputValue(), "seven");
  assert.equal(await fieldInput(page).getAttribute("aria-invalid"), "true");
  assert.match(await page.locator(".field-message").innerText(), /seed/i);
  assert.equal(String((await state(page)).seed), "7");
  await page.keyboard.press("Escape");
  assert.equal(await fieldInput(page).count(), 0);
  assert.equal(String((await state(page)).seed), "7");
});

test("the text is edited in place, and Escape keeps the old one", async (t) => {
  const page = await openPage(t);
  await click(page, "text.edit");
  await page.keyboard.type("a cat sat");
  await page.keyboard.press("Escape");
  await settled(page);
  assert.equal((await state(page)).text.split(" ").length, 12);
  await click(page, "text.edit");
  await page.keyboard.type("a cat sat");
  await page.keyboard.press("Enter");
  await settled(page);
  assert.equal((await state(page)).text, "a cat sat");
});

async function swipe(page, from, to) {
  const touch = await page.context().newCDPSession(page);
  const send = (type, touchPoints) => touch.send("Input.dispatchTouchEvent", { type, touchPoints });
  await send("touchStart", [from]);
  for (let part = 1; part <= 8; ++part) {
    await send("touchMove", [{
      x: from.x + ((to.x - from.x) * part) / 8,
      y: from.y + ((to.y - from.y) * part) / 8,
    }]);
  }
  await send("touchEnd", []);
}

test("a tap presses and a swipe scrolls", async (t) => {
  const page = await openPage(t, { width: 390, height: 844, density: 2, touch: true, path: linkOf({ step: "scores" }) });
  const place = await middle(page, "step.next");
  await page.touchscreen.tap(place.x, place.y);
  await settled(page);
  assert.equal(await step(page), "scaled");
  const before = await anchor(page, "matrix.scaled_scores");
  await swipe(page, { x: 200, y: 600 }, { x: 200, y: 450 });
  await page.waitForFunction((y) => {
    const now = window.attentionPlayground.anchors()["matrix.scaled_scores"];
    return now === undefined || now.y < y;
  }, before.y);
  assert.equal(await step(page), "scaled");
});

test("a finger that rests before it is lifted leaves the picture where it is", async (t) => {
  const page = await openPage(t, { width: 390, height: 844, density: 2, touch: true, path: linkOf({ step: "scores" }) });
  const touch = await page.context().newCDPSession(page);
  const send = (type, touchPoints) => touch.send("Input.dispatchTouchEvent", { type, touchPoints });
  const place = async () => (await anchor(page, "matrix.scores")).y;
  const start = await place();
  await send("touchStart", [{ x: 200, y: 640 }]);
  for (let y = 630; y >= 590; y -= 10) {
    await send("touchMove", [{ x: 200, y }]);
  }
  await page.waitForTimeout(250);
  await send("touchEnd", []);
  await page.waitForTimeout(400);
  await settled(page);
  const scrolled = start - (await place());
  assert.ok(scrolled > 0 && scrolled <= 51, `${scrolled} pixels by 50 of the finger`);
});

test("two fingers zoom the page of its own, also over a matrix that zooms", async (t) => {
  const text = Array.from({ length: 64 }, (_, index) => `w${index}`).join(" ");
  const page = await openPage(t, { width: 390, height: 844, touch: true, path: linkOf({ step: "scores", d_model: "8", d_k: "4", text }) });
  const { x, y } = await middle(page, "matrix.scores");
  await page.evaluate(() => {
    window.kept = [];
    for (const name of ["touchstart", "touchmove"]) {
      window.addEventListener(name, (event) => event.touches.length === 2 && window.kept.push(event.defaultPrevented));
    }
  });
  const touch = await page.context().newCDPSession(page);
  const fingers = (apart) => [{ x: x - apart, y, id: 0 }, { x: x + apart, y, id: 1 }];
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: fingers(20) });
  for (let apart = 24; apart <= 80; apart += 8) {
    await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: fingers(apart) });
  }
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  const kept = await page.evaluate(() => window.kept);
  assert.ok(kept.length > 0, "the fingers reach the page");
  assert.deepEqual([...new Set(kept)], [false]);
  await page.waitForFunction(() => window.visualViewport.scale > 1.2);
});

test("a finger scrolls the article over an embed until a tap, then the picture, and the article again outside", async (t) => {
  const { page, embed } = await openArticle(t, `<!doctype html><meta name="viewport" content="width=device-width">
    <body style="margin:0"><div style="height:300px">text</div>
    <iframe src="embed.html#step=scores" style="display:block;width:390px;height:640px;border:0"></iframe>
    <div style="height:3000px">text</div>`, { width: 390, height: 800, touch: true });
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY));
  const inner = () => embed.evaluate(() => {
    const { y, height } = window.attentionPlayground.anchors()["matrix.scores"] ?? { y: -1000, height: 0 };
    return Math.round(y + height);
  });
  const atRest = async () => {
    for (let before, now = ""; before !== now;) {
      before = now;
      now = `${await scrolled()} ${await inner()}`;
      await page.waitForTimeout(400); // both may glide on
    }
  };
  const swipeUp = async (y) => {
    await page.evaluate(() => window.scrollTo(0, 0));
    const before = await inner();
    await swipe(page, { x: 200, y }, { x: 200, y: y - 160 });
    await atRest();
    return { article: await scrolled(), picture: before - (await inner()) };
  };
  const untouched = await swipeUp(600);
  assert.ok(untouched.article > 80, JSON.stringify(untouched));
  assert.equal(untouched.picture, 0);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.touchscreen.tap(200, 480);
  await settled(embed);
  const inside = await swipeUp(600);
  assert.equal(inside.article, 0, JSON.stringify(inside));
  assert.ok(inside.picture > 100, JSON.stringify(inside));
  const outside = await swipeUp(250);
  assert.ok(outside.article > 80, JSON.stringify(outside));
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.touchscreen.tap(200, 100);
  const left = await swipeUp(600);
  assert.ok(left.article > 80, JSON.stringify(left));
  assert.equal(left.picture, 0);
});

test("an open field in which nobody typed does not put back an old value", async (t) => {
  const page = await openPage(t);
  await click(page, "seed");
  await page.keyboard.press("Tab");
  await page.focus("#canvas");
  assert.equal(await fieldInput(page).count(), 0);
  for (const [field, action, name, value] of [
    ["seed", { type: "set_seed", seed: 42 }, "seed", 42],
    ["text.edit", { type: "set_text", text: "from the host" }, "text", "from the host"],
    ["d_k", { type: "set_sizes", d_k: 4 }, "d_k", 4],
  ]) {
    await click(page, field);
    assert.equal(await fieldInput(page).count(), 1);
    await dispatch(page, { type: "next_step" });
    assert.equal(await fieldInput(page).count(), 1, "moving about closes no field");
    await dispatch(page, action);
    assert.equal(await fieldInput(page).count(), 0, field);
    await page.focus("#canvas");
    await settled(page);
    assert.equal((await state(page))[name], value);
  }
});

test("what is half typed is kept when the host changes something, and goes when a link is opened", async (t) => {
  const page = await openPage(t);
  await click(page, "seed");
  await page.keyboard.type("12");
  await dispatch(page, { type: "set_sizes", d_k: 4 });
  assert.equal(await fieldInput(page).inputValue(), "12");
  await page.evaluate(() => { window.location.hash = "#v=1&seed=5"; });
  await page.waitForFunction(() => window.attentionPlayground.state().seed === 5);
  assert.equal(await fieldInput(page).count(), 0);
  await page.focus("#canvas");
  await settled(page);
  assert.equal((await state(page)).seed, 5);
});
