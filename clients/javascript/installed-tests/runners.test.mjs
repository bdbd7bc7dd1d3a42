// Tests of the built packages with Vitest and Jest, as a user has them: `build/check` installs the
// packages here first.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'monotable-runners-'));
after(() => rmSync(work, { recursive: true, force: true }));
const rounds = Number(process.env.ROUNDS ?? 1);
const programs = {
  vitest: [join(here, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=verbose'],
  jest: [join(here, 'node_modules/jest/bin/jest.js'), '--verbose'],
};

/** Starts a test runner in a project, in a process group of its own as a terminal does. */
function start(runner, project, env = {}, args = []) {
  const child = spawn(process.execPath, [...programs[runner], ...args], {
    cwd: join(here, project),
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, AWS_REGION: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  }
  const exit = new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)));
  return { child, exit, output: () => output };
}

async function passes(runner, project, expected, env, args) {
  const run = start(runner, project, env, args);
  const status = await run.exit;
  assert.equal(status, 0, run.output());
  assert.match(run.output(), expected);
}

async function answers(endpoint) {
  try {
    return (await fetch(`${endpoint}/_monotable/v1/ready`)).ok;
  } catch {
    return false;
  }
}

/** Waits until a server has ended; fails after ten seconds. */
async function ends(endpoint) {
  const begin = Date.now();
  while (await answers(endpoint)) {
    assert.ok(Date.now() - begin < 10_000, `${endpoint} still answers after ten seconds`);
    await sleep(100);
  }
}

/** Runs the troublesome project; returns what the test has noted before its trouble. */
async function inTrouble(runner, trouble, act) {
  const marker = join(work, `${runner}-${trouble}-${act?.name}`);
  const run = start(runner, `trouble-${runner}`, { TROUBLE: trouble, MARKER: marker });
  while (!existsSync(marker) || readFileSync(marker, 'utf8') === '') {
    assert.equal(run.child.exitCode, null, run.output());
    await sleep(20);
  }
  const [endpoint, worker] = readFileSync(marker, 'utf8').trim().split(' ');
  act?.(run.child);
  return { ...run, endpoint, worker: Number(worker) };
}

const counts = { vitest: /Tests +200 passed \(200\)/, jest: /Tests: +200 passed, 200 total/ };
for (const runner of ['vitest', 'jest']) {
  const extension = runner === 'vitest' ? 'mjs' : 'js';
  for (let file = 0; file < 20; file++) {
    writeFileSync(
      join(here, `load-${runner}/load-${file}.test.${extension}`),
      runner === 'vitest'
        ? `import { tests } from './orders.mjs';\n\ntests('file ${file}');\n`
        : `require('./orders').tests('file ${file}');\n`,
    );
  }

  for (let round = 1; round <= rounds; round++) {
    test(`${runner}: 200 tests on 4 workers, each with its own database, round ${round}`, async () => {
      const begin = Date.now();
      await passes(runner, `load-${runner}`, counts[runner]);
      console.log(`${runner}: ${Date.now() - begin} ms`);
    });
  }

  test(`${runner}: in the process of the runner, or with shared modules`, async () => {
    await passes(runner, `load-${runner}`, counts[runner], {}, [runner === 'vitest' ? '--no-isolate' : '--runInBand']);
  });

  test(`${runner}: a worker that is killed leaves no server`, async () => {
    const { exit, endpoint, output } = await inTrouble(runner, 'worker');
    assert.equal(await exit, 1, output());
    await ends(endpoint);
  });

  test(`${runner}: a hanging test and Ctrl+C leave no server`, async () => {
    const { exit, endpoint, child } = await inTrouble(runner, 'hang', function interrupt({ pid }) {
      process.kill(-pid, 'SIGINT'); // the whole process group, as a terminal does
    });
    await Promise.race([exit, sleep(10_000)]);
    try {
      process.kill(-child.pid, 'SIGKILL'); // what a runner leaves that waits for the test
    } catch {
      // it has ended
    }
    await ends(endpoint);
  });

  test(`${runner}: a runner that is killed leaves no server`, async () => {
    const { exit, endpoint, worker } = await inTrouble(runner, 'hang', function kill(child) {
      child.kill('SIGKILL');
    });
    try {
      process.kill(worker, 'SIGKILL'); // the worker hangs, and is not what is tested
    } catch {
      // it has ended
    }
    await exit;
    await ends(endpoint);
  });

  test(`${runner}: a crash of the server is a clear error, not a hang`, async () => {
    const { exit, output } = await inTrouble(runner, 'server');
    assert.equal(await exit, 1, output());
    assert.match(output(), /The Monotable server at http:\S+ does not answer: /);
    assert.match(output(), /^monotable: the server at http:\S+ is gone: it has ended with SIGKILL$/m);
  });
}

for (const runner of ['vitest', 'jest']) {
  test(`${runner}: a server that is running is used, and is afterwards as it was before`, async () => {
    const server = spawn(process.execPath, [join(here, 'node_modules/monotable/dist/bin.js'), '--port', '0']);
    const endpoint = await new Promise((resolve) =>
      server.stdout.setEncoding('utf8').once('data', (text) => resolve(/listens on (\S+)/.exec(text)[1])),
    );
    server.stdout.resume(); // the next line names the console
    await passes(runner, `load-${runner}`, counts[runner], { MONOTABLE_ENDPOINT: endpoint });
    const { databases } = await (await fetch(`${endpoint}/_monotable/v1/databases`)).json();
    assert.deepEqual(databases.map(({ id }) => id), ['default']);
    server.kill();
    await ends(endpoint);
  });
}

test('projects of Vitest have their own schemas', () => passes('vitest', 'vitest-projects', /Tests +2 passed \(2\)/));

test('projects of Jest have their own schemas', () => passes('jest', 'jest-projects', /Tests: +2 passed, 2 total/));

test('the configuration of jest-dynalite, as it is', () => passes('jest', 'jest-dynalite', /Tests: +3 passed, 3 total/));

test('the configuration of vitest-dynamodb-lite, as it is', () => passes('vitest', 'vitest-dynamodb-lite', /Tests +3 passed \(3\)/));

test('the configuration of @shelf/jest-dynamodb, as it is', async () => {
  const server = createServer();
  const port = await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port)));
  await new Promise((resolve) => server.close(resolve));
  await passes('jest', 'jest-dynamodb', /Tests: +3 passed, 3 total/, { TEST_PORT: `${port}` });
});
