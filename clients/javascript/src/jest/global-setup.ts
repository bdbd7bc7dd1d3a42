import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { keyOf, RUN, TEST_RUN, TestRun, type RunOptions } from '../run';

interface JestProject {
  rootDir: string;
  globals: { monotable?: RunOptions };
}

/** Starts the server. Processes that run tests inherit the environment of this one. */
export = async (_: unknown, { rootDir, globals }: JestProject): Promise<void> => {
  const options = globals.monotable ?? {};
  const testRun = new TestRun();
  (globalThis as { [TEST_RUN]?: TestRun })[TEST_RUN] = testRun;
  const load = createRequire(join(rootDir, 'package.json')); // Jest transforms what is required
  const run = await testRun.start(options, rootDir, async (file) => {
    try {
      return load(file);
    } catch (e) {
      if ((e as NodeJS.ErrnoException).code !== 'ERR_REQUIRE_ESM') {
        throw e;
      }
      return import(pathToFileURL(file).href);
    }
  });
  process.env[RUN] = JSON.stringify({ key: keyOf(options), run });
};
