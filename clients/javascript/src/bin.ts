#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { findProgram, type Program } from './program';

let program: Program;
try {
  program = findProgram();
} catch (e) {
  console.error((e as Error).message);
  process.exit(1);
}
// The server ends with this process, also with kill -9, as if it were this process.
const child = spawn(program.command, [...program.args, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, MONOTABLE_EXIT_WITH_PARENT: 'true' },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => child.kill(signal));
}
// The parent that --exit-with-parent means is that of this process. A signal to npx ends the shell
// between npx and this process, but not this process.
const isBelowNpx = process.env['npm_command'] === 'exec';
if (isBelowNpx || process.argv.includes('--exit-with-parent') || process.env['MONOTABLE_EXIT_WITH_PARENT'] === 'true') {
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || child.kill(), 500).unref();
}
child.on('error', (e) => {
  console.error(`monotable: cannot start ${program.command}: ${e.message}`);
  process.exit(1);
});
child.on('exit', (code, signal) => {
  process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0));
});
