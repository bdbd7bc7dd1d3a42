import type { Run, RunOptions } from './run.js';

/** The names under which the plugin hands its options, and the global set-up its run, to tests. */
export const OPTIONS = 'monotableOptions';
export const RUN = 'monotableRun';

/** What Vitest passes to processes that run tests. */
export type VitestRun = Run & {
  /** Whether the modules of a test file are loaded for it alone. */
  isolate: boolean;
};

declare module 'vitest' {
  export interface ProvidedContext {
    [OPTIONS]: RunOptions;
    [RUN]: VitestRun;
  }
}
