import { existsSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** How to start the server: a program and its first arguments. */
export interface Program {
  command: string;
  args: string[];
}

const ownPackage = join(__dirname, '..', 'package.json');

/** The version of this package, which is that of the server in it. */
export const version: string = JSON.parse(readFileSync(ownPackage, 'utf8')).version;

/** The package with the Java runtime for this machine. */
export const runtimePackage = `@monotable/${process.platform}-${process.arch}`;

/** The package without a runtime, for machines that have Java. */
const jarPackage = '@monotable/jar';

// The class archive of a distribution is valid for files with this time only. npm sets another one.
const archiveTime = new Date('2026-01-01T00:00:00Z');

/**
 * Finds the server: MONOTABLE_BIN, else the package with the runtime for this machine, else the
 * package with the jar together with JAVA_HOME or a `java` on the path.
 *
 * @throws Error if there is none, with what to do about it
 */
export function findProgram(): Program {
  const named = process.env['MONOTABLE_BIN'];
  if (named) {
    if (!existsSync(named)) {
      throw new Error(`monotable: MONOTABLE_BIN is ${named}, which does not exist`);
    }
    return { command: named, args: [] };
  }
  const runtime = findPackage(runtimePackage);
  if (runtime) {
    return programIn(runtime, join(runtime, 'runtime', 'bin', 'java.exe'));
  }
  const jar = findPackage(jarPackage);
  if (jar) {
    const home = process.env['JAVA_HOME'];
    return programIn(jar, home ? join(home, 'bin', 'java.exe') : 'java.exe');
  }
  throw new Error(
    `monotable: the package ${runtimePackage} is not installed. It is an optional dependency of the\n` +
      'package monotable, with the server and its Java runtime for this machine. Either\n' +
      '  - optional dependencies are switched off: install without --omit=optional or --no-optional; or\n' +
      '  - node_modules or the lock file come from another system: delete both, and run npm install.\n' +
      'Where there is no such package, such as on Alpine Linux, do one of these:\n' +
      '  - set MONOTABLE_BIN to the start script of a distribution; or\n' +
      `  - install ${jarPackage}@${version}, and set JAVA_HOME to a JDK, version 17 or later.`,
  );
}

function findPackage(name: string): string | undefined {
  let description: string;
  try {
    description = createRequire(ownPackage).resolve(`${name}/package.json`);
  } catch {
    return undefined;
  }
  const found = JSON.parse(readFileSync(description, 'utf8')).version;
  if (found !== version) {
    throw new Error(
      `monotable: the package monotable has the version ${version}, but ${name} has ${found}. Install the same version of both.`,
    );
  }
  return dirname(description);
}

function programIn(directory: string, javaOnWindows: string): Program {
  const jar = join(directory, 'monotable.jar');
  if (process.platform === 'win32') {
    const options = ['-Xms64m', '-Xmn40m', '-XX:MaxRAMPercentage=60', '-XX:+UseSerialGC'];
    const more = process.env['JAVA_OPTS']?.split(/\s+/).filter((option) => option !== '') ?? [];
    return { command: javaOnWindows, args: [...options, ...more, '-jar', jar] };
  }
  for (const file of [jar, join(directory, 'runtime', 'lib', 'modules')]) {
    try {
      if (statSync(file).mtimeMs !== archiveTime.getTime()) {
        utimesSync(file, archiveTime, archiveTime);
      }
    } catch {
      // Without the archive, which is only for speed: the file is another user's, or does not exist.
    }
  }
  return { command: join(directory, 'monotable'), args: [] };
}
