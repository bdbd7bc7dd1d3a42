import { defineConfig } from 'vitest/config';
import monotable from 'monotable/vitest';

export default defineConfig({
  plugins: [monotable({ schema: 'template.yaml', seed: 'seed.json' })],
});
