import { TEST_RUN, type TestRun } from '../run';

/** Ends the server. */
export = async (): Promise<void> => {
  await (globalThis as { [TEST_RUN]?: TestRun })[TEST_RUN]?.stop();
};
