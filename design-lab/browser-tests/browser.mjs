// Starts Chromium for the tests.

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

function executable() {
  const paths = [
    process.env.CHROMIUM,
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
  ];
  const found = paths.find((path) => path && existsSync(path));
  if (!found) {
    throw new Error("no Chromium found; CHROMIUM names its executable");
  }
  return found;
}

/**
 * Starts a browser with an empty profile.
 *
 * @returns its context, and a function that closes it and deletes the profile
 */
export async function start(options = {}) {
  const profile = mkdtempSync(join(tmpdir(), "monotable-browser-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: executable(),
    headless: true,
    args: ARGUMENTS,
    offline: true,
    ...options,
  });
  const close = async () => {
    await context.close();
    // Processes of the browser may still write for a moment.
    await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  };
  return { context, close };
}

/** Returns the serious and critical violations of axe-core, run where the page cannot stop it. */
export async function violations(page) {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send("Page.getFrameTree");
  const { executionContextId: contextId } = await session.send("Page.createIsolatedWorld", {
    frameId: frameTree.frame.id,
  });
  await session.send("Runtime.evaluate", { expression: axe, contextId });
  const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
    expression: "axe.run(document, { resultTypes: ['violations'] })",
    contextId,
    awaitPromise: true,
    returnByValue: true,
  });
  await session.detach();
  assert.equal(exceptionDetails, undefined);
  return result.value.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => id + ": " + nodes.slice(0, 3).map(({ html }) => html).join(" "));
}
