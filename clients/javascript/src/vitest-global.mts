import { readFile } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { TestRun } from './run.js';
import { OPTIONS, RUN } from './vitest-options.mjs';

/** Starts the server of a project of Vitest; returns what ends it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const testRun = new TestRun();
  const options = project.config.provide?.[OPTIONS] ?? {};
  const run = await testRun.start(options, project.config.root, async (file) =>
    file.endsWith('.json') ? JSON.parse(await readFile(file, 'utf8')) : project.import(file),
  );
  project.provide(RUN, { ...run, isolate: project.config.isolate });
  return () => testRun.stop();
}
