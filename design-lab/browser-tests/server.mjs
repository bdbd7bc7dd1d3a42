// Starts the packaged server for the tests.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const jar = process.env.MONOTABLE_JAR ?? join(here, "../../command-line/target/monotable.jar");
const java = process.env.JAVA_HOME ? join(process.env.JAVA_HOME, "bin/java") : "java";

/** The token of the control API. */
export const TOKEN = "the-token-of-this-test";

/**
 * Starts a server.
 *
 * @param options those of its command line; without a port, it gets a free one
 * @returns its port, its process ID, the lines that it has written to standard error, and a function that ends it
 */
export async function serve(options) {
  // Folders in MONOTABLE_CLASSES have precedence: files can be tried without building the jar.
  const path = [process.env.MONOTABLE_CLASSES, jar].filter(Boolean).join(delimiter);
  const port = options.includes("--port") ? [] : ["--port", "0"];
  const fixed = ["-XX:TieredStopAtLevel=1", "-cp", path, "dev.monotable.cli.Main", ...port];
  const child = spawn(java, [...fixed, "--exit-with-parent", ...options], {
    env: { ...process.env, MONOTABLE_CLASSES: "", MONOTABLE_JAR: "", MONOTABLE_CONTROL_TOKEN: TOKEN },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const rejections = [];
  createInterface({ input: child.stderr }).on("line", (line) => rejections.push(line));
  const lines = createInterface({ input: child.stdout });
  const found = await new Promise((resolve) => {
    lines.on("line", (line) => {
      const match = /listens on \S+:([0-9]+)/.exec(line);
      if (match) {
        resolve(match[1]);
      }
    });
    lines.on("close", () => resolve(null));
  });
  if (found === null) {
    throw new Error("the server has not started: " + rejections.join("\n"));
  }
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
  };
  return { port: found, pid: child.pid, rejections, close };
}
