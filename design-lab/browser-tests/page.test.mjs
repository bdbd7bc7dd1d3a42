// Opens the reports in target/reports, which `mvn -pl design-lab -am test` writes, in Chromium.

import assert from "node:assert/strict";
import { readFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { start, violations } from "./browser.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const reports = join(here, "..", "target", "reports");
const screenshots = join(reports, "screenshots");

const PAGES = ["orders", "products", "chat", "music", "hostile", "changes", "history"];
const WIDTHS = [390, 820, 1280];
const SCHEMES = ["light", "dark"];

let browser;
let context;
let page;
let messages;
let requests;

before(async () => {
  mkdirSync(screenshots, { recursive: true });
  browser = await start();
  context = browser.context;
  page = await context.newPage();
  page.on("console", (message) => messages.push(message.text()));
  page.on("pageerror", (error) => messages.push(String(error)));
  page.on("dialog", (dialog) => {
    messages.push("dialog " + dialog.message());
    dialog.dismiss();
  });
  page.on("request", (request) => requests.push(request.url()));
});

after(async () => {
  await browser?.close();
});

function address(name) {
  return pathToFileURL(join(reports, name + ".html")).href;
}

async function open(name, { width = 1280, scheme = "light", media = "screen" } = {}) {
  messages = [];
  requests = [];
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme: scheme, media });
  await page.goto(address(name));
}

for (const name of PAGES) {
  for (const width of WIDTHS) {
    for (const scheme of SCHEMES) {
      test(`${name} at ${width} pixels, ${scheme}`, async () => {
        await open(name, { width, scheme });
        await page.screenshot({
          path: join(screenshots, `${name}-${width}-${scheme}.png`),
          fullPage: true,
        });
        assert.deepEqual(messages, []);
        assert.deepEqual(requests, [address(name)]);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - window.innerWidth,
        );
        assert.ok(overflow <= 0, `the page is ${overflow} pixels too wide`);
        assert.deepEqual(await violations(page), []);
      });
    }
  }
}

test("text from tests and items is neither an element nor a script", async () => {
  await open("hostile");
  const counts = await page.evaluate(() =>
    ["img", "script", "iframe", "object", "link"].map(
      (element) => document.querySelectorAll(element).length,
    ),
  );
  assert.deepEqual(counts, [0, 1, 0, 0, 0]);
  assert.match(await page.locator("h1").innerText(), /<\/script><img src=x onerror=alert\(1\)>/);
  assert.deepEqual(messages, []);
});

test("what changed since the base comes first", async () => {
  await open("changes");
  const [first, second] = await page.evaluate(() =>
    [...document.querySelectorAll("main > section")].slice(0, 2).map(({ id }) => id),
  );
  assert.deepEqual([first, second], ["changes", "findings"]);
  await page.locator("nav").getByRole("link", { name: "Changes" }).click();
  assert.equal(new URL(page.url()).hash, "#changes");
  assert.ok((await page.locator("#changes ul.new > li").count()) > 0);
  assert.ok((await page.locator("#changes table.changed tbody tr").count()) > 0);
  await open("orders");
  assert.equal(await page.locator("#changes, nav a[href='#changes']").count(), 0);
});

test("a finding leads to what it is about, and a mark leads back", async () => {
  await open("products", { width: 390 });
  await page.locator("#f0 .subject a").click();
  const row = await page.evaluate(() => location.hash.slice(1));
  assert.match(row, /^r\d+$/);
  assert.equal(await page.locator(`#${row}`).count(), 1);
  // A filter that hides what a mark leads to is changed.
  await page.locator("input[value=accepted]").press("Space");
  assert.equal(await page.locator("#f0:visible").count(), 0);
  await page.locator(`#${row} a.mark`).click();
  assert.equal(await page.evaluate(() => location.hash), "#f0");
  assert.equal(await page.locator("#f0:visible").count(), 1);
  // A filter that hides the row, too.
  await page.getByLabel("Filter").fill("no such pattern");
  assert.equal(await page.locator(`#${row}:visible`).count(), 0);
  await page.locator("#f0 .subject a").click();
  assert.equal(await page.locator(`#${row}:visible`).count(), 1);
});

test("a wide matrix keeps its first column and says that it scrolls", async () => {
  await open("hostile", { width: 820 });
  const region = page.locator(".scroll:has(.matrix)");
  await page.evaluate(() => {
    for (const row of document.querySelectorAll(".matrix tr")) {
      for (let i = 0; i < 30; i++) {
        row.insertCell().textContent = "a wide column";
      }
    }
  });
  const hint = region.locator("xpath=preceding-sibling::*[1]");
  await hint.waitFor({ state: "visible" });
  const left = () => page.locator(".matrix tbody th").first().boundingBox();
  const before = await left();
  await region.evaluate((element) => element.scrollTo({ left: 500, behavior: "instant" }));
  assert.equal((await left()).x, before.x);
  await region.evaluate((element) => element.scrollTo({ left: 99999, behavior: "instant" }));
  await page.waitForFunction(() => !document.querySelector(".scroll:has(.matrix)").matches(".more"));
  await open("orders", { width: 1280 });
  assert.equal(await page.locator(".hint:visible").count(), 0);
});

test("the navigation of a phone marks the section that is read", async () => {
  await open("products", { width: 390 });
  assert.equal(await page.locator("nav a[aria-current]").count(), 0);
  await page.evaluate(() => document.querySelector("#heat").scrollIntoView({ behavior: "instant" }));
  await page.waitForFunction(
    () => document.querySelector("nav a[aria-current]")?.textContent === "Heat",
  );
  const { x, width } = await page.locator("nav a[aria-current]").boundingBox();
  assert.ok(x >= 0 && x + width <= 390, `Heat is at ${x}`);
});

test("the title says what was found and when", async () => {
  await open("music");
  assert.equal(
    await page.title(),
    "Music library: no open findings, 1 accepted, 2026-01-05 – design report",
  );
});

test("the policy stops what gets into the page all the same", async () => {
  await open("orders");
  const ran = await page.evaluate(async () => {
    window.attacks = 0;
    const script = document.createElement("script");
    script.textContent = "window.attacks++";
    document.body.append(script);
    const image = document.createElement("img");
    image.setAttribute("onerror", "window.attacks++");
    const ended = new Promise((resolve) => image.addEventListener("error", resolve));
    image.src = "data:,x";
    document.body.append(image);
    await ended;
    return window.attacks;
  });
  assert.equal(ran, 0);
});

test("the keyboard reaches every view and every control", async () => {
  await open("products");
  const expected = await page.evaluate(() => ({
    patterns: document.querySelectorAll(".pattern button").length,
    views: document.querySelectorAll(".view").length,
    filters: document.querySelectorAll("input[name=severity]").length,
    choices: document.querySelectorAll("#what-if summary").length,
    numbers: document.querySelectorAll("#what-if input, #what-if select").length,
  }));
  const reached = { patterns: 0, views: 0, filters: 0, choices: 0, numbers: 0 };
  for (let i = 0; i < 200; i++) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => {
      const active = document.activeElement;
      const kind = active.closest("#what-if") ? "what-if " : "";
      return active === document.body
        ? ""
        : kind + (active.getAttribute("role") ?? active.localName);
    });
    if (at === "") {
      break;
    } else if (at === "button") {
      reached.patterns++;
      await page.keyboard.press("Enter");
      assert.equal(
        await page.evaluate(() => {
          const id = document.activeElement.getAttribute("aria-controls");
          return document.getElementById(id).checkVisibility();
        }),
        true,
      );
      await page.keyboard.press("Enter");
    } else if (at === "what-if summary") {
      reached.choices++;
      await page.keyboard.press("Enter");
    } else if (at === "what-if input" || at === "what-if select") {
      reached.numbers++;
    } else if (at === "input" && (await page.evaluate(() => document.activeElement.name))) {
      reached.filters++;
    } else if (at === "tab") {
      const seen = new Set();
      for (let j = 0; j < expected.views; j++) {
        seen.add(await page.locator(".view:visible").getAttribute("id"));
        await page.keyboard.press("ArrowRight");
      }
      reached.views = seen.size;
    }
  }
  assert.deepEqual(reached, expected);
});

test("findings are filtered by severity", async () => {
  await open("music");
  const findings = page.locator(".subjects > li");
  const all = await findings.count();
  assert.ok(all > 0);
  assert.equal(await page.locator(".subjects > li:visible").count(), all);
  await page.locator("input[value=accepted]").press("Space");
  assert.equal(
    await page.locator(".subjects > li:visible").count(),
    await page.locator(".subjects > li:not(.accepted)").count(),
  );
  assert.equal(
    await page.locator(".findings > .kind:visible").count(),
    await page.locator(".findings > .kind:has(.subjects > li:not(.accepted))").count(),
  );
});

test("what-if calculates what the bill would be", async () => {
  const { seed, cases } = JSON.parse(readFileSync(join(reports, "what-if.json"), "utf8"));
  await open("chat");
  for (const { times, projection, onDemand, provisioned } of cases) {
    const shown = await page.evaluate(
      ([times, projection]) => {
        const form = document.querySelector("#what-if");
        form.reset();
        form.querySelectorAll("[name=times]").forEach((input, i) => (input.value = times[i]));
        form.querySelectorAll("[name=period]").forEach((select) => (select.value = "1"));
        for (const select of form.querySelectorAll("[name=projection]")) {
          const values = [...select.options].map(({ value }) => value);
          select.value = values.includes(String(projection)) ? String(projection) : "";
        }
        form.dispatchEvent(new Event("input", { bubbles: true }));
        return [...form.querySelectorAll("output")].map(({ dataset }) => Number(dataset.amount));
      },
      [times, projection],
    );
    [onDemand, provisioned].forEach((expected, i) =>
      assert.ok(
        Math.abs(shown[i] - expected) <= 1e-6 * expected,
        `${shown[i]} instead of ${expected} (seed ${seed})`,
      ),
    );
  }
});

test("what-if begins with the bill of the report and returns to it", async () => {
  await open("chat");
  const rows = page.locator("#what-if .results tbody tr");
  const texts = async () =>
    (await rows.allInnerTexts()).map((row) => row.trim().split(/\s*\t\s*/).slice(1));
  const before = await texts();
  assert.equal(before.length, 2);
  before.forEach(([now, then]) => assert.equal(then, now));
  await page.getByLabel("All traffic ×").fill("10");
  assert.notDeepEqual(await texts(), before);
  await page.locator("#what-if button[type=reset]").click();
  await page.waitForFunction(
    (text) => document.querySelector("#what-if output").textContent === text,
    before[0][1],
  );
  assert.deepEqual(await texts(), before);
});

test("what-if shows another frequency, period and projection in both capacity modes", async () => {
  await open("chat");
  const form = page.locator("#what-if");
  const amounts = () =>
    form.locator("output").evaluateAll((all) => all.map(({ dataset }) => Number(dataset.amount)));
  const initial = await amounts();
  assert.equal(initial.length, 2);
  assert.ok(
    initial.every((amount) => amount > 0),
    String(initial),
  );
  for (const summary of await form.locator("summary").all()) {
    await summary.click();
  }

  // A frequency, as somebody types it, and then the same number of times in another period.
  const usage = form.locator("li:has([name=times])").first();
  const times = usage.locator("[name=times]");
  const before = Number(await times.inputValue());
  await times.fill(String(before * 10));
  const more = await amounts();
  more.forEach((amount, i) => assert.ok(amount > initial[i], `${amount} after ${initial[i]}`));
  const period = usage.locator("[name=period]");
  const first = await period.inputValue();
  await period.selectOption({ label: "month" });
  const rare = await amounts();
  rare.forEach((amount, i) => assert.ok(amount < initial[i], `${amount} after ${initial[i]}`));
  await period.selectOption(first);
  await times.fill(String(before));
  assert.deepEqual(await amounts(), initial);

  // A smaller projection costs less, and a larger one more or the same.
  const projection = form.locator("[name=projection]").first();
  const labels = await projection.locator("option").allInnerTexts();
  for (const label of labels.slice(1)) {
    await projection.selectOption({ label });
    const changed = await amounts();
    assert.ok(
      changed.every((amount, i) =>
        label === "KEYS_ONLY" ? amount < initial[i] : amount !== initial[i],
      ),
      `${label}: ${changed} after ${initial}`,
    );
  }
  await projection.selectOption({ label: labels[0] });
  assert.deepEqual(await amounts(), initial);
  assert.deepEqual(messages, []);
});

test("access patterns are filtered by text", async () => {
  await open("chat");
  await page.getByLabel("Filter").fill("newest");
  assert.equal(await page.locator(".pattern:visible").count(), 1);
  assert.match(await page.locator("#pattern-count").innerText(), /^1 of \d+ patterns$/);
});

test("on paper, every view is shown and no control", async () => {
  await open("chat", { media: "print" });
  const views = await page.locator(".view").count();
  assert.equal(await page.locator(".view:visible").count(), views);
  assert.equal(await page.locator("nav:visible, .tabs:visible, .controls:visible").count(), 0);
  const [partitionKey, sortKey] = await page.evaluate(() =>
    [".collection .pk", ".collection th.sk"].map((cell) => {
      const { left, right } = document.querySelector(cell).getBoundingClientRect();
      return { left: Math.round(left), right: Math.round(right) };
    }),
  );
  assert.equal(sortKey.left, partitionKey.right);
  assert.ok((await page.pdf({ path: join(screenshots, "chat.pdf") })).length > 10_000);
});

test("without scripts, everything is shown", async () => {
  const plain = await start({ javaScriptEnabled: false });
  try {
    const other = await plain.context.newPage();
    await other.goto(address("products"));
    assert.equal(
      await other.locator(".view:visible").count(),
      await other.locator(".view").count(),
    );
    assert.ok((await other.locator(".details:visible").count()) > 0);
    assert.equal(await other.locator("[data-script]:visible").count(), 0);
  } finally {
    await plain.close();
  }
});

test("a page of 10,000 items and 200 patterns can be used", async (t) => {
  const times = [];
  for (let i = 0; i < 5; i++) {
    await open("large");
    const interactive = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType("navigation");
      return Math.round(navigation.domContentLoadedEventEnd);
    });
    const answered = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const begin = performance.now();
          const filter = document.querySelector("#pattern-filter");
          filter.value = "pattern 199";
          filter.dispatchEvent(new Event("input"));
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begin)));
        }),
    );
    times.push(`interactive after ${interactive} ms, filtered in ${Math.round(answered)} ms`);
  }
  times.forEach((time) => t.diagnostic(time));
  assert.equal(await page.locator(".collection tr").count(), 10_000);
  assert.equal(await page.locator(".pattern:visible").count(), 1);
  assert.deepEqual(messages, []);
});
