const { place } = require('../load.cjs');

/** Ten tests that would see each other's items if they shared a database. */
exports.tests = (file) => {
  for (let number = 0; number < 10; number++) {
    test(`${file} ${number}`, async () => {
      const { orders, found } = await place(file, number);
      expect(found).toEqual(orders);
    });
  }
};
