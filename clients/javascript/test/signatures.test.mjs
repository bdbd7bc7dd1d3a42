// Servers that verify signatures, through the AWS SDK for JavaScript.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { bin } from './support.mjs';

const key = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
const session = { accessKeyId: 'ASIAEXAMPLE', secretAccessKey: 'secret', sessionToken: 'token/+==' };
const work = mkdtempSync(join(tmpdir(), 'monotable-keys-'));
let server;
let endpoint;

before(async () => {
  const keys = join(work, 'credentials');
  writeFileSync(
    keys,
    `[default]
aws_access_key_id = ${key.accessKeyId}
aws_secret_access_key = ${key.secretAccessKey}
[session]
aws_access_key_id = ${session.accessKeyId}
aws_secret_access_key = ${session.secretAccessKey}
aws_session_token = ${session.sessionToken}
`,
  );
  server = spawn(process.execPath, [bin, '--port', '0', '--auth', 'sigv4', '--keys', keys], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  for await (const line of createInterface({ input: server.stdout })) {
    const found = /listens on (\S+)/.exec(line);
    if (found) {
      endpoint = found[1];
      break;
    }
  }
});

after(() => {
  server.kill();
  rmSync(work, { recursive: true, force: true });
});

function client(credentials, options = {}) {
  return new DynamoDBClient({ endpoint, region: 'us-east-1', credentials, maxAttempts: 1, ...options });
}

function list(credentials, options = {}, change = undefined) {
  const dynamodb = client(credentials, options);
  if (change) {
    // After the signature has been made.
    dynamodb.middlewareStack.add((next) => async (args) => (change(args.request), next(args)), {
      step: 'finalizeRequest',
      priority: 'low',
    });
  }
  return dynamodb.send(new ListTablesCommand({}));
}

test('requests of known keys are answered', async () => {
  assert.deepEqual((await list(key)).TableNames, []);
  assert.deepEqual((await list(session)).TableNames, []);
});

test('wrong credentials are rejected', async () => {
  await assert.rejects(list({ ...key, secretAccessKey: 'another' }), {
    name: 'InvalidSignatureException',
    message: /^The request signature we calculated does not match.*The Canonical String.*'POST\n\/\n\n/s,
  });
  await assert.rejects(list({ ...key, accessKeyId: 'AKIDOTHER' }), {
    name: 'UnrecognizedClientException',
    message: 'The security token included in the request is invalid.',
  });
  await assert.rejects(list({ ...session, sessionToken: 'another' }), {
    name: 'UnrecognizedClientException',
    message: 'The security token included in the request is invalid',
  });
  await assert.rejects(list(key, { region: 'eu-west-1' }), {
    name: 'InvalidSignatureException',
    message: "Credential should be scoped to a valid region. ",
  });
});

test('a changed body is rejected', async () => {
  const changed = list(key, {}, (request) => {
    request.body = '{"Limit":1}';
    request.headers['content-length'] = '11';
  });
  await assert.rejects(changed, { name: 'InvalidSignatureException' });
});

test('a clock that is off is rejected, and corrected by the SDK', async () => {
  const minute = 60_000;
  await assert.rejects(list(key, { systemClockOffset: -16 * minute }), {
    name: 'InvalidSignatureException',
    message: /^Signature expired: .* 15 min\.\)$/,
  });
  await assert.rejects(list(key, { systemClockOffset: 16 * minute }), {
    name: 'InvalidSignatureException',
    message: /^Signature not yet current: .* 15 min\.\)$/,
  });
  const { TableNames } = await list(key, { systemClockOffset: -60 * minute, maxAttempts: 3 });
  assert.deepEqual(TableNames, []);
});
