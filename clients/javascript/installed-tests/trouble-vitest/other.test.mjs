import { expect, test } from 'vitest';
import { place } from '../load.cjs';

test('another file', async () => {
  const { orders, found } = await place('other', 1);
  expect(found).toEqual(orders);
});
