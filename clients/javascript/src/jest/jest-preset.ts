import { join } from 'node:path';

/** Starts a server for the test run; each test file has a database, and each test starts from its data. */
export = {
  globalSetup: join(__dirname, 'global-setup.js'),
  globalTeardown: join(__dirname, 'global-teardown.js'),
  setupFiles: [join(__dirname, 'setup.js')],
  setupFilesAfterEnv: [join(__dirname, 'setup-after-env.js')],
};
