const { tables } = require('../load-tables.cjs');

module.exports = {
  preset: 'monotable/jest',
  globals: { monotable: { schema: tables } },
  maxWorkers: 2,
  // Without the times of an earlier run, by which Jest may decide against workers.
  cacheDirectory: `${process.env.MARKER}-cache`,
  testTimeout: 600_000,
};
