// Starts Chromium for the tests.

import { existsSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

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
