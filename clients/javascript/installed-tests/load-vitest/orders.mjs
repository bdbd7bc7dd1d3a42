import { expect, test } from 'vitest';
import { place } from '../load.cjs';

/** Ten tests that would see each other's items if they shared a database. */
export function tests(file) {
  for (let number = 0; number < 10; number++) {
    test(`${file} ${number}`, async () => {
      const { orders, found } = await place(file, number);
      expect(found).toEqual(orders);
    });
  }
}
