import { expect, test } from 'vitest';
import { place } from '../load.cjs';
import { trouble } from '../trouble.cjs';

test('the trouble', () => trouble(process.env.MARKER));
test('a test after it', async () => {
  const { orders, found } = await place('after', 1);
  expect(found).toEqual(orders);
});
