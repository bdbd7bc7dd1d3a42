// Writes the changes of a table to a server for Kinesis that others have written, and reads them back.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const kinesalite = createRequire(import.meta.url)('kinesalite');
const root = fileURLToPath(new URL('../../', import.meta.url));
const arn = 'arn:aws:kinesis:us-east-1:000000000000:stream/changes';
const data = mkdtempSync(join(tmpdir(), 'monotable-kinesis-'));

let kinesis;
let kinesisUrl;
let server;
let serverUrl;

async function startKinesis() {
  kinesis = kinesalite({ createStreamMs: 10, deleteStreamMs: 10 });
  await new Promise((resolve) => kinesis.listen(0, '127.0.0.1', resolve));
  kinesisUrl = `http://127.0.0.1:${kinesis.address().port}/`;
}

async function startServer() {
  server = spawn(join(root, 'monotable'), ['--port', '0', '--data', data, '--kinesis-endpoint', kinesisUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  serverUrl = await new Promise((resolve, reject) => {
    server.on('exit', () => reject(new Error(`the server has ended: ${output}`)));
    server.stdout.on('data', (chunk) => {
      output += chunk;
      const ready = /Monotable listens on (http:\S+)/.exec(output);
      if (ready) {
        resolve(ready[1]);
      }
    });
  });
}

async function kill() {
  server.removeAllListeners('exit');
  if (server.exitCode !== null || server.signalCode !== null) {
    return;
  }
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGKILL');
  await ended;
}

async function call(url, service, type, target, body) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': type,
      'X-Amz-Target': target,
      'X-Amz-Date': '20260101T000000Z',
      Authorization:
        `AWS4-HMAC-SHA256 Credential=any/20260101/us-east-1/${service}/aws4_request,` +
        ' SignedHeaders=host, Signature=0',
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return text === '' ? {} : JSON.parse(text);
}

const dynamo = (operation, body) =>
  call(serverUrl, 'dynamodb', 'application/x-amz-json-1.0', `DynamoDB_20120810.${operation}`, body);
const stream = (operation, body) =>
  call(kinesisUrl, 'kinesis', 'application/x-amz-json-1.1', `Kinesis_20131202.${operation}`, body);

async function put(number) {
  await dynamo('PutItem', {
    TableName: 'Chat',
    Item: { PK: { S: `k${number % 7}` }, n: { N: String(number) } },
  });
}

async function drain() {
  const response = await fetch(`${serverUrl}/_monotable/v1/databases/default/kinesis-destinations/drain`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  });
  assert.equal(response.status, 200, await response.text());
}

/** Returns all records of the stream, by shard and in order. */
async function records() {
  const found = [];
  const { StreamDescription: description } = await stream('DescribeStream', { StreamName: 'changes' });
  for (const { ShardId } of description.Shards) {
    let { ShardIterator: next } = await stream('GetShardIterator', {
      StreamName: 'changes',
      ShardId,
      ShardIteratorType: 'TRIM_HORIZON',
    });
    for (;;) {
      const page = await stream('GetRecords', { ShardIterator: next });
      if (page.Records.length === 0) {
        break;
      }
      for (const record of page.Records) {
        found.push({ ...JSON.parse(Buffer.from(record.Data, 'base64')), partitionKey: record.PartitionKey });
      }
      next = page.NextShardIterator;
    }
  }
  return found;
}

before(async () => {
  await startKinesis();
  await startServer();
});

after(async () => {
  await kill();
  kinesis.close();
  rmSync(data, { recursive: true });
});

test('a stream receives each change once and those of an item in order', { timeout: 60_000 }, async () => {
  await dynamo('CreateTable', {
    TableName: 'Chat',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'PK', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' }],
  });
  await stream('CreateStream', { StreamName: 'changes', ShardCount: 3 });
  for (;;) {
    const { StreamDescriptionSummary } = await stream('DescribeStreamSummary', { StreamName: 'changes' });
    if (StreamDescriptionSummary.StreamStatus === 'ACTIVE') {
      break;
    }
  }
  await dynamo('EnableKinesisStreamingDestination', { TableName: 'Chat', StreamArn: arn });
  for (let i = 0; i < 60; i++) {
    await put(i);
  }
  await kill();
  await startServer();
  for (let i = 60; i < 120; i++) {
    await put(i);
  }
  await drain();

  const received = {};
  const ids = new Set();
  for (const record of await records()) {
    assert.equal(record.tableName, 'Chat');
    assert.match(record.partitionKey, /^[0-9A-F]{32}$/);
    if (!ids.has(record.eventID)) {
      ids.add(record.eventID); // a record may come twice if the server was killed between write and log
      (received[record.dynamodb.Keys.PK.S] ??= []).push(Number(record.dynamodb.NewImage.n.N));
    }
  }
  const expected = {};
  for (let i = 0; i < 120; i++) {
    (expected[`k${i % 7}`] ??= []).push(i);
  }
  assert.deepEqual(received, expected);
});

test('a stream that does not exist cannot be a destination', { timeout: 60_000 }, async () => {
  await dynamo('DisableKinesisStreamingDestination', { TableName: 'Chat', StreamArn: arn });
  await dynamo('EnableKinesisStreamingDestination', {
    TableName: 'Chat',
    StreamArn: arn.replace('changes', 'missing'),
  });
  const { KinesisDataStreamDestinations: destinations } = await dynamo('DescribeKinesisStreamingDestination', {
    TableName: 'Chat',
  });
  assert.deepEqual(
    destinations.map(({ DestinationStatus: status }) => status),
    ['ENABLE_FAILED', 'DISABLED'],
  );
});
