const { place } = require('../load.cjs');

test('another file', async () => {
  const { orders, found } = await place('other', 1);
  expect(found).toEqual(orders);
});
