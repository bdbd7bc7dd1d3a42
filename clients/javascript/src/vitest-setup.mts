import { afterAll, beforeEach, inject } from 'vitest';
import { FILE, openFile, type FileDatabase } from './run.js';
import { RUN } from './vitest-options.mjs';

const held = globalThis as { [FILE]?: FileDatabase };
const run = inject(RUN);
// Without isolation, modules stay loaded, and so do the clients in them.
const known = run.isolate ? undefined : held[FILE];
await known?.beginFile();
const file = known ?? (held[FILE] = await openFile(run));

// A concurrent test runs beside others, so it takes a database of its own.
beforeEach(async ({ task }) => {
  if (!task.concurrent) {
    await file.begin();
  }
});
if (run.isolate) {
  afterAll(() => file.end());
}
