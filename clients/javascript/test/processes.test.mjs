import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { bin, home, index, monotable } from './support.mjs';

const server = process.env.MONOTABLE_BIN;
const work = mkdtempSync(join(tmpdir(), 'monotable-test-'));
after(() => rmSync(work, { recursive: true, force: true }));

/** Runs a program; returns its exit code and output. */
function run(command, args, env = {}) {
  return new Promise((resolve) => {
    execFile(command, args, { env: { ...process.env, ...env }, timeout: 60_000 }, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, stdout, stderr }),
    );
  });
}

/** Starts a program; returns it with a function that waits for a line of its output. */
function start(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], ...options });
  const lines = [];
  const waiting = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    waiting.forEach((look) => look());
  });
  const line = (pattern) =>
    new Promise((resolve) => {
      const look = () => {
        const found = lines.map((each) => pattern.exec(each)).find((match) => match);
        if (found) {
          resolve(found[1]);
        }
      };
      waiting.push(look);
      look();
    });
  const exit = new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));
  return { child, line, exit };
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

/** A program that opens a database, prints its endpoint, and runs code. */
function user(code) {
  return ['-e', `require(${JSON.stringify(index)}).database().then(async (db) => { console.log(db.config.endpoint); ${code} })`];
}

test('the launcher has the output and the status of the server', async () => {
  const [ours, its] = await Promise.all([run(process.execPath, [bin, '--help']), run(server, ['--help'])]);
  assert.deepEqual(ours, its);
  assert.equal((await run(process.execPath, [bin, '--no-such-option'])).code, 2);
  assert.equal((await run(process.execPath, [bin, '--version'])).stdout.trim(), (await run(server, ['--version'])).stdout.trim());
});

for (const signal of ['SIGINT', 'SIGTERM']) {
  test(`the launcher passes ${signal} on`, async () => {
    const launched = start(process.execPath, [bin, '--port', '0']);
    const endpoint = await launched.line(/listens on (\S+)/);
    launched.child.kill(signal);
    const direct = start(server, ['--port', '0']);
    await direct.line(/listens on (\S+)/);
    direct.child.kill(signal);
    const status = await direct.exit;
    assert.equal(await launched.exit, typeof status === 'number' ? status : signal === 'SIGINT' ? 130 : 143);
    assert.equal(await answers(endpoint), false);
  });
}

test('the server ends with a launcher that is killed', async () => {
  const launched = start(process.execPath, [bin, '--port', '0']);
  const endpoint = await launched.line(/listens on (\S+)/);
  launched.child.kill('SIGKILL');
  await ends(endpoint);
});

test('--exit-with-parent means the parent of the launcher', async () => {
  // A shell that is the parent of the launcher, and does not become it.
  const shell = start('sh', ['-c', `'${process.execPath}' '${bin}' --port 0 --exit-with-parent; true`]);
  const endpoint = await shell.line(/listens on (\S+)/);
  shell.child.kill('SIGKILL');
  await ends(endpoint);
});

test('options in the environment do not concern the server of a test run', async () => {
  const { code, stdout, stderr } = await run(process.execPath, user('await db.drop();'), {
    MONOTABLE_REGION: 'eu-west-1',
    MONOTABLE_MAX_DATABASES: 'many',
    TMPDIR: mkdtempSync(join(work, 'environment-')),
  });
  assert.equal(code, 0, stderr);
  await ends(stdout.trim());
});

test('processes of the same parent share a server, which ends after the last', async () => {
  const first = start(process.execPath, user('await new Promise(() => setInterval(() => {}, 1000));'));
  const endpoint = await first.line(/(http\S+)/);
  const others = await Promise.all(Array.from({ length: 4 }, () => run(process.execPath, user('await db.drop();'))));
  assert.deepEqual(others, Array(4).fill({ code: 0, stdout: `${endpoint}\n`, stderr: '' }));
  first.child.kill('SIGKILL');
  await ends(endpoint);
});

test('processes that start at the same time start one server', async () => {
  // Below a shell of their own, so that they share with no other test.
  const one = `'${process.execPath}' ${user('').map((each) => `'${each}'`).join(' ')}`;
  const { stdout } = await run('sh', ['-c', `${Array(6).fill(`${one} &`).join(' ')} wait`]);
  const endpoints = stdout.trim().split('\n');
  assert.equal(endpoints.length, 6);
  assert.equal(new Set(endpoints).size, 1, stdout);
  await ends(endpoints[0]);
});

test('a long computation does not end the server', async () => {
  const { stdout, stderr } = await run(
    process.execPath,
    user('const until = Date.now() + 12000; while (Date.now() < until); await db.reset(); console.log("still there");'),
  );
  assert.match(stdout, /still there/, stderr);
});

test('a crash of the server is one clear error', async () => {
  const { stdout, stderr } = await run(
    process.execPath,
    user(`
      const children = require('node:child_process').execFileSync('pgrep', ['-P', String(process.pid)]).toString();
      process.kill(Number(children.trim().split('\\n')[0]), 'SIGKILL');
      await new Promise((resolve) => setTimeout(resolve, 300));
      await db.reset().catch((e) => console.log(e.message));`),
    { MONOTABLE_ENDPOINT: '', TMPDIR: work },
  );
  assert.match(stdout, /^The Monotable server at \S+ does not answer: it has ended with SIGKILL/m, stderr);
});

test('a server that cannot start is reported with its output', async () => {
  const failing = join(work, 'failing');
  writeFileSync(failing, '#!/bin/sh\necho "no memory" >&2\nexit 3\n', { mode: 0o755 });
  const { code, stderr } = await run(process.execPath, user(''), { MONOTABLE_BIN: failing });
  assert.equal(code, 1);
  assert.match(stderr, /monotable: the server could not start \(status 3\):\s+no memory/);
});

test('a server of another version is rejected', async () => {
  // A copy of this package with another version.
  const copy = join(work, 'copy');
  mkdirSync(copy);
  cpSync(join(home, 'dist'), join(copy, 'dist'), { recursive: true });
  const description = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  writeFileSync(join(copy, 'package.json'), JSON.stringify({ ...description, version: '9.9.9' }));
  const launched = start(server, ['--port', '0']);
  const endpoint = await launched.line(/listens on (\S+)/);
  const { stderr } = await run(process.execPath, ['-e', `require(${JSON.stringify(copy)}).database()`], { MONOTABLE_ENDPOINT: endpoint });
  launched.child.kill();
  assert.ok(
    stderr.includes(`The package monotable has the version 9.9.9, but the server at ${endpoint} has ${monotable.version}.`),
    stderr,
  );
  const started = await run(process.execPath, ['-e', `require(${JSON.stringify(copy)}).database()`], {
    TMPDIR: mkdtempSync(join(work, 'version-')),
  });
  assert.match(started.stderr, /has the version 9\.9\.9, but the server at \S+ has /);
});

test('a missing runtime is named with what to do', async () => {
  const { code, stderr } = await run(process.execPath, [bin, '--version'], { MONOTABLE_BIN: '' });
  assert.equal(code, 1);
  const wanted = [`@monotable/${process.platform}-${process.arch}`, '--omit=optional', 'lock file', 'MONOTABLE_BIN', 'JAVA_HOME'];
  assert.deepEqual(wanted.filter((each) => !stderr.includes(each)), []);
});
