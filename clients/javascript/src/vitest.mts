import { fileURLToPath } from 'node:url';
import type { RunOptions } from './run.js';
import { OPTIONS } from './vitest-options.mjs';

/**
 * The plugin for Vitest: starts a server for the test run; each test file has a database, and each
 * test starts from its data. Its type is not that of Vite, which a project may have in another version.
 */
export default function monotable(options: RunOptions = {}): { name: string; config(): object } {
  return {
    name: 'monotable',
    config: () => ({
      test: {
        globalSetup: [fileURLToPath(new URL('./vitest-global.mjs', import.meta.url))],
        setupFiles: [fileURLToPath(new URL('./vitest-setup.mjs', import.meta.url))],
        provide: { [OPTIONS]: options },
      },
    }),
  };
}
