import { defineConfig } from 'vitest/config';
import monotable from 'monotable/vitest';
import { tables } from '../load-tables.cjs';

export default defineConfig({
  plugins: [monotable({ schema: tables })],
  test: { maxWorkers: 4, minWorkers: 4 },
});
