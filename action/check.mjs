// Runs the step of action.yml as a runner does: with the defaults of the inputs, an environment that
// the step extends, and at the end of the job without the processes that have its tracking ID.
//
//   node action/check.mjs DIRECTORY PACKAGE…
//
// The packages are files that npm installs in DIRECTORY. Needs Linux.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const home = fileURLToPath(new URL('..', import.meta.url));
const work = resolve(process.argv[2]);
const packages = process.argv.slice(3).map((file) => resolve(file)).join(' ');
const action = readFileSync(join(home, 'action.yml'), 'utf8');
const defaults = Object.fromEntries(
  [...action.matchAll(/^ {2}(\w+):\n {4}description: .*\n {4}default: "?(.*?)"?$/gm)].map(([, name, value]) => [name, value]),
);
const variables = [...action.matchAll(/^ {8}([A-Z]+): \$\{\{ inputs\.(\w+) \}\}$/gm)];
const run = /^ {6}run: '(.*)'$/m.exec(action)[1];
assert.equal(variables.length, Object.keys(defaults).length, 'each input is a variable of the step');

const tracking = `github_${process.pid}`;
const files = { GITHUB_ENV: join(work, 'env'), GITHUB_OUTPUT: join(work, 'output') };

/** Runs the step with inputs; returns what it printed. */
function step(inputs, environment = {}) {
  Object.values(files).forEach((file) => writeFileSync(file, ''));
  const { AWS_REGION, AWS_DEFAULT_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, ...inherited } = process.env;
  const env = { ...inherited, ...files, ...environment, RUNNER_TEMP: work, RUNNER_TRACKING_ID: tracking, GITHUB_ACTION_PATH: home };
  for (const [, variable, input] of variables) {
    env[variable] = inputs[input] ?? defaults[input];
  }
  return spawnSync('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', run], { env, encoding: 'utf8' });
}

const entries = (file) => Object.fromEntries(readFileSync(file, 'utf8').trim().split('\n').map((line) => line.split(/=(.*)/)));

/** Ends the processes of the job, as a runner does; returns how many. */
function endJob() {
  const own = readdirSync('/proc').filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`RUNNER_TRACKING_ID=${tracking}`);
    } catch {
      return false; // not a process, or it has ended
    }
  });
  own.forEach((pid) => process.kill(Number(pid), 'SIGTERM'));
  return own.length;
}

rmSync(work, { recursive: true, force: true });
mkdirSync(work, { recursive: true });
try {
  const started = step({ package: packages, region: 'eu-west-1', options: '--account 123456789012' }, { AWS_ACCESS_KEY_ID: 'own' });
  assert.equal(started.status, 0, started.stdout + started.stderr);
  const { endpoint } = entries(files.GITHUB_OUTPUT);
  assert.match(endpoint, /^http:\/\/127\.0\.0\.1:\d+$/);
  assert.deepEqual(entries(files.GITHUB_ENV), {
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_ENDPOINT_URL_DYNAMODB_STREAMS: endpoint,
    AWS_ACCESS_KEY_ID: 'own',
    AWS_SECRET_ACCESS_KEY: 'any',
    AWS_REGION: 'eu-west-1',
    AWS_DEFAULT_REGION: 'eu-west-1',
    MONOTABLE_ENDPOINT: endpoint,
  });
  assert.equal(await (await fetch(endpoint)).text(), 'healthy: dynamodb.eu-west-1.amazonaws.com ');
  assert.ok(endJob() > 0, 'the runner finds the server');
  for (let i = 0; await fetch(endpoint).then(() => true, () => false); i++) {
    assert.ok(i < 100, 'the server ends with the job');
    await new Promise((next) => setTimeout(next, 100));
  }

  const program = join(work, 'missing');
  const failed = step({ program });
  assert.deepEqual([failed.status, failed.stdout], [1, `::error title=Monotable::${program} is not a program\n`]);
  const installed = join(work, 'monotable/node_modules/.bin/monotable');
  const invalid = step({ program: installed, options: '--prot 1' });
  assert.equal(invalid.status, 1);
  assert.match(invalid.stdout, /did you mean '--port'\?\n::error title=Monotable::the server did not start\n$/);
  console.log('the action starts a server, exports its endpoint, and reports why it does not start');
} finally {
  endJob();
}
