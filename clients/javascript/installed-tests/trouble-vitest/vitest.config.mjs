import { defineConfig } from 'vitest/config';
import monotable from 'monotable/vitest';
import { tables } from '../load-tables.cjs';

export default defineConfig({
  plugins: [monotable({ schema: tables })],
  test: { maxWorkers: 2, testTimeout: 600_000, retry: 0 },
});
