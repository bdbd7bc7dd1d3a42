import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { call, ends, MonotableError } from './control';
import { findProgram, version } from './program';
import type { ServerStatus } from './model';

/** A server that this process has started. */
export interface Server {
  endpoint: string;
  /** Ends the server, and waits for its end. */
  stop(): Promise<void>;
}

// A shared server ends this time after the last process that uses it. One that also ends with its
// parent needs the lease only if the parent ends while it starts, and outlives longer pauses.
const LEASE_SECONDS = 8;
const OWNED_LEASE_SECONDS = 30;
const RENEW_MS = 2_000;
// The first start on a machine may write the class archive.
const START_MS = 120_000;
const KEPT_OUTPUT = 4_000;

/**
 * Starts a server on a free port, or on the given one.
 *
 * @param owned whether the server ends with this process; otherwise it ends when no process renews
 *     its lease
 */
export async function startServer(owned: boolean, port = 0): Promise<Server> {
  const program = findProgram();
  const lease = owned ? OWNED_LEASE_SECONDS : LEASE_SECONDS;
  const args = [...program.args, '--port', `${port}`, '--lease', `${lease}s`, '--max-databases', '100000'];
  // In a process group of its own, so that Ctrl+C ends the tests first.
  const child = spawn(program.command, owned ? [...args, '--exit-with-parent'] : args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
    // Options in the environment, such as MONOTABLE_DATA, are for another server.
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('MONOTABLE_'))),
  });
  const streams = [child.stdout, child.stderr];
  let output = '';
  let end: string | undefined;
  let watched = false;
  for (const stream of streams) {
    stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-KEPT_OUTPUT)));
  }
  child.once('exit', (code, signal) => {
    end = `it has ended with ${signal ?? `the status ${code}`}${output && `; its last output:\n${output.trimEnd()}`}`;
    if (watched) {
      process.stderr.write(`monotable: the server at ${endpoint} is gone: ${end}\n`);
    }
  });
  const endpoint = await ready(child, () => output);
  await checkVersion(endpoint).catch((e) => {
    child.kill();
    throw e;
  });
  output = '';
  watched = owned;
  ends.set(endpoint, () => end);
  const killIt = () => child.kill('SIGKILL');
  if (owned) {
    process.once('exit', killIt);
  }
  // The server does not keep this process running.
  child.unref();
  streams.forEach((stream) => (stream as unknown as { unref(): void }).unref());
  const renewal = keepLease(endpoint);
  return {
    endpoint,
    async stop() {
      watched = false;
      process.off('exit', killIt);
      await renewal.terminate();
      child.ref();
      if (end === undefined) {
        child.kill();
        const killer = setTimeout(killIt, 5_000);
        await once(child, 'exit');
        clearTimeout(killer);
      }
    },
  };
}

/** Waits for the line with the endpoint. */
async function ready(child: ChildProcess, output: () => string): Promise<string> {
  let timer: NodeJS.Timeout;
  return new Promise<string>((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`monotable: ${reason}`));
    timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail(`the server was not ready after ${START_MS / 1_000} s:\n${output()}`);
    }, START_MS);
    child.stdout!.on('data', function look() {
      const found = /Monotable listens on (\S+)\s/.exec(output());
      if (found) {
        child.stdout!.off('data', look);
        resolve(found[1]!);
      }
    });
    child.once('error', (e) => fail(`cannot start the server: ${e.message}`));
    child.once('close', (code, signal) => fail(`the server could not start (${signal ?? `status ${code}`}):\n${output()}`));
  }).finally(() => clearTimeout(timer));
}

/**
 * Renews the lease of a server while this process runs: on a thread of its own, so that long
 * computations and the breakpoints of a debugger do not end it.
 */
function keepLease(endpoint: string): Worker {
  const renew = `
    const { request } = require('node:http');
    const renew = () => request('${endpoint}/_monotable/v1/lease', { method: 'POST' }, (r) => r.resume())
      .on('error', () => {}).end();
    renew();
    setInterval(renew, ${RENEW_MS});`;
  const worker = new Worker(renew, { eval: true, execArgv: [], stdin: false });
  worker.unref();
  return worker;
}

/** Checks that the server behind an endpoint has the version of this package. */
export async function checkVersion(endpoint: string): Promise<void> {
  const status = await call<ServerStatus>(endpoint, 'GET', '/ready');
  if (status.version !== version) {
    throw new MonotableError(
      'VersionMismatch',
      `The package monotable has the version ${version}, but the server at ${endpoint} has ${status.version}. Use the same version of both.`,
    );
  }
}

let shared: Promise<string> | undefined;

/**
 * Returns the endpoint of the server of this test run: the one that MONOTABLE_ENDPOINT names, which
 * the presets for Vitest and Jest set; else one that the processes with the same parent share. The
 * first of them starts it, and it ends some seconds after the last.
 */
export function sharedEndpoint(): Promise<string> {
  shared ??= findOrStart().catch((e) => {
    shared = undefined;
    throw e;
  });
  return shared;
}

async function findOrStart(): Promise<string> {
  const named = process.env['MONOTABLE_ENDPOINT'];
  if (named) {
    await checkVersion(named);
    return named.replace(/\/$/, '');
  }
  // Another server is another key: another version or program.
  const key = createHash('sha256').update(`${version} ${findProgram().command}`).digest('hex').slice(0, 16);
  const file = join(runDirectory(), `${process.ppid}-${key}`);
  const lock = `${file}.lock`;
  for (const until = Date.now() + START_MS; ; await sleep(50)) {
    const running = await endpointIn(file);
    if (running) {
      keepLease(running);
      return running;
    }
    if (takeLock(lock)) {
      try {
        const server = await startServer(false);
        writeFileSync(`${file}.${process.pid}`, server.endpoint);
        renameSync(`${file}.${process.pid}`, file);
        return server.endpoint;
      } finally {
        rmSync(lock, { force: true });
      }
    }
    if (Date.now() > until) {
      throw new Error(`monotable: another process has not started the server; delete ${lock} if it does not run`);
    }
  }
}

/** The directory of the files through which processes find a server. Only this user may write to it. */
function runDirectory(): string {
  const directory = join(tmpdir(), `monotable-${userInfo().username}`);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(directory);
  if (process.getuid && (uid !== process.getuid() || (mode & 0o170077) !== 0o040000)) {
    throw new Error(`monotable: ${directory} is not a directory of this user alone`);
  }
  return directory;
}

async function endpointIn(file: string): Promise<string | undefined> {
  try {
    const endpoint = readFileSync(file, 'utf8');
    await call(endpoint, 'POST', '/lease');
    return endpoint;
  } catch {
    return undefined; // no server was started, or it has ended
  }
}

function takeLock(lock: string): boolean {
  try {
    writeFileSync(lock, `${process.pid}`, { flag: 'wx' });
    return true;
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw e;
    }
  }
  try {
    // Without a number, its process has just created the file.
    process.kill(Number(readFileSync(lock, 'utf8')) || process.pid, 0);
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code === 'ESRCH') {
      rmSync(lock, { force: true }); // the process was killed while it started the server
    }
  }
  return false;
}
