const { tables } = require('../load-tables.cjs');

module.exports = {
  preset: 'monotable/jest',
  globals: { monotable: { schema: tables } },
  maxWorkers: 2,
  testTimeout: 600_000,
};
