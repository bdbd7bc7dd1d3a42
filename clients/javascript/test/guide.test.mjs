import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { home } from './support.mjs';

const root = join(home, '..', '..');
const text = (file) => readFileSync(join(root, file), 'utf8');

test('the code of the guide is that of the examples', () => {
  const examples = {
    ts: ['examples/vitest/vitest.config.ts', 'examples/vitest/test/chat.test.ts'],
    js: ['examples/jest/jest.config.js'],
  };
  const blocks = [...text('docs/javascript.md').matchAll(/^```(ts|js)\n(.*?)^```$/gms)];
  assert.ok(blocks.length > 6);
  for (const [, language, block] of blocks) {
    // The parts of a block are anywhere in the example.
    for (const part of block.trim().split('\n\n')) {
      assert.ok(examples[language].some((file) => text(file).includes(part)), part);
    }
  }
});
