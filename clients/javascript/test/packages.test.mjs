// What `build/packages.mjs` says if something is missing.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { home } from './support.mjs';

test('without a distribution, the build says how to make one, and which JDK that needs', () => {
  const jdk = mkdtempSync(join(tmpdir(), 'jdk-'));
  try {
    writeFileSync(join(jdk, 'release'), 'IMPLEMENTOR="Any"\nJAVA_VERSION="17.0.9"\n');
    const { status, stdout, stderr } = spawnSync('node', ['build/packages.mjs', jdk], {
      cwd: home,
      env: { ...process.env, JAVA_HOME: jdk },
      encoding: 'utf8',
    });
    const expected = [
      `${jdk} is not a distribution, which has a Java runtime. Make one in the root directory:`,
      "    mvn -q package -DskipTests -P '!lint,dist' -pl command-line -am",
      'That needs JDK 25, and this is JDK 17: set JAVA_HOME to one.',
    ];
    assert.deepEqual([status, stdout, stderr.split('\n').slice(0, 3)], [1, '', expected]);
  } finally {
    rmSync(jdk, { recursive: true });
  }
});
