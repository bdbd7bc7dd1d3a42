import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const home = fileURLToPath(new URL('..', import.meta.url));

// The server of the distribution that `mvn -P dist package` has made, unless one is named.
process.env.MONOTABLE_BIN ??= join(
  execFileSync(join(home, '..', 'distribution'), { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim(),
  'monotable',
);

export const bin = join(home, 'dist', 'bin.js');
export const index = join(home, 'dist', 'index.js');
export const monotable = createRequire(import.meta.url)(index);

/** A table with a stream and a time to live. */
export const table = {
  TableName: 'Chat',
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  TimeToLiveSpecification: { AttributeName: 'expires', Enabled: true },
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
};
