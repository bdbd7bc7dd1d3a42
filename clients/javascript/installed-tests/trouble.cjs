const { execFileSync } = require('node:child_process');
const { place } = require('./load.cjs');

/** Returns the process of the server: one whose command line has its class and our option. */
function findServer() {
  const port = new URL(process.env.MONOTABLE_ENDPOINT).port;
  // Below the process that runs the tests, or beside it.
  const children = (pid) => {
    try {
      return execFileSync('pgrep', ['-P', `${pid}`], { encoding: 'utf8' }).trim().split('\n').map(Number);
    } catch {
      return [];
    }
  };
  const parents = [process.pid, process.ppid];
  const candidates = parents.flatMap(children);
  const server = candidates.find((pid) =>
    execFileSync('ps', ['-o', 'args=', '-p', `${pid}`], { encoding: 'utf8' }).includes('dev.monotable.cli.Main'),
  );
  if (!server) {
    throw new Error(`no server at ${port} below ${parents}`);
  }
  return server;
}

/** What the test runner's troublesome test does; TROUBLE says which. */
exports.trouble = async (marker) => {
  await place('trouble', 1);
  require('node:fs').writeFileSync(marker, `${process.env.MONOTABLE_ENDPOINT} ${process.pid}\n`);
  switch (process.env.TROUBLE) {
    case 'worker':
      process.kill(process.pid, 'SIGKILL');
      break;
    case 'server':
      process.kill(findServer(), 'SIGKILL');
      await new Promise((resolve) => setTimeout(resolve, 500));
      break;
    default: // hangs
      await new Promise(() => setInterval(() => {}, 1000));
  }
};
