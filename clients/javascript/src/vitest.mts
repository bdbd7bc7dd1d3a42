import { fileURLToPath } from 'node:url';
import type { RunOptions } from './run.js';
import { OPTIONS } from './vitest-options.mjs';

/** A plugin of Vite, without its types, which a project may have in another version. */
interface Plugin {
  name: string;
  config(): object;
}

/**
 * The plugin for Vitest: starts a server for the test run; each test file has a database, and each
 * test starts from its data.
 */
export default function monotable(options: RunOptions = {}): Plugin {
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
