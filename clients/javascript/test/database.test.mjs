import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { home, monotable, table } from './support.mjs';

const require = createRequire(import.meta.url);
const {
  DynamoDBClient,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
  ScanCommand,
  UpdateContributorInsightsCommand,
  UpdateTableCommand,
} = require('@aws-sdk/client-dynamodb');
const api = JSON.parse(readFileSync(join(home, '../../docs/openapi.json'), 'utf8'));

// Records what this process sends to the control API.
const sent = new Set();
const original = http.request;
http.request = (url, options, callback) => {
  if (typeof url === 'string') {
    sent.add(`${options.method} ${new URL(url).pathname.replace('/_monotable/v1', '')}`);
  }
  return original(url, options, callback);
};
syncBuiltinESMExports();

const opened = [];
async function open(options = { schema: table, seed: { Chat: [{ pk: 'a' }] } }) {
  const db = await monotable.database(options);
  opened.push(db);
  return { db, client: new DynamoDBClient(db.config) };
}
const put = (client, pk, more = {}) =>
  client.send(new PutItemCommand({ TableName: 'Chat', Item: { pk: { S: pk }, ...more } }));
const keys = async (client) => {
  const { Items } = await client.send(new ScanCommand({ TableName: 'Chat' }));
  return Items.map((item) => item.pk.S).sort();
};

after(() => Promise.all(opened.map((db) => db.drop())));

test('each database has its own tables and items', async () => {
  const [one, two] = await Promise.all([open(), open()]);
  await put(one.client, 'b');
  assert.deepEqual(await keys(one.client), ['a', 'b']);
  assert.deepEqual(await keys(two.client), ['a']);
  const { tables } = await one.db.describe();
  assert.deepEqual(tables.map(({ name, items }) => ({ name, items })), [{ name: 'Chat', items: 2 }]);
});

test('a seed names its table', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'monotable-test-')), 'a=b.json');
  writeFileSync(file, '[{"pk": "a"}]');
  const { client } = await open({ schema: [table, { ...table, TableName: 'Other' }], seed: `Chat=${file}` });
  assert.deepEqual(await keys(client), ['a']);
  await assert.rejects(open({ schema: [table, { ...table, TableName: 'Other' }], seed: file }), /TABLE=FILE/);
});

test('a template gets its parameters', async () => {
  const template = JSON.stringify({
    Parameters: { Name: { Type: 'String' } },
    Resources: { Chat: { Type: 'AWS::DynamoDB::Table', Properties: { ...table, TableName: { Ref: 'Name' } } } },
  });
  const file = join(mkdtempSync(join(tmpdir(), 'monotable-test-')), 'template.json');
  writeFileSync(file, template);
  const { db } = await open({ schema: file, parameters: { Name: 'Named' } });
  const { tables } = await db.describe();
  assert.deepEqual(tables.map(({ name }) => name), ['Named']);
});

test('a client of SDK 2 takes the configuration, too', async () => {
  process.env.AWS_SDK_JS_SUPPRESS_MAINTENANCE_MODE_MESSAGE = '1';
  const { DynamoDB } = require('aws-sdk');
  const { db } = await open();
  const client = new DynamoDB.DocumentClient(db.config);
  await client.put({ TableName: 'Chat', Item: { pk: 'b' } }).promise();
  const { Items } = await client.scan({ TableName: 'Chat' }).promise();
  assert.deepEqual(Items.map(({ pk }) => pk).sort(), ['a', 'b']);
});

test('reset goes back to the schema and the seed', async () => {
  const { db, client } = await open();
  await put(client, 'b');
  await db.fault({ fault: 'serverError' });
  await db.reset();
  assert.deepEqual(await keys(client), ['a']);
});

test('a fork is independent, and differs in what was written', async () => {
  const { db, client } = await open();
  const fork = await db.fork();
  opened.push(fork);
  await put(new DynamoDBClient(fork.config), 'b');
  assert.deepEqual(await keys(client), ['a']);
  assert.deepEqual(await fork.diff(db), {
    tables: [{ table: 'Chat', presence: 'kept', added: [{ pk: { S: 'b' } }], removed: [], changed: [] }],
    complete: true,
  });
});

test('a snapshot keeps the data', async () => {
  const { db, client } = await open();
  await db.snapshot('before');
  await put(client, 'b');
  assert.equal((await db.diff('before')).tables[0].added.length, 1);
  await db.restore('before');
  assert.deepEqual(await keys(client), ['a']);
});

test('items expire by the clock', async () => {
  const { db, client } = await open();
  await db.clock.freeze('2026-01-01T00:00:00Z');
  await put(client, 'b', { expires: { N: `${Date.UTC(2026, 0, 1) / 1000 + 3600}` } });
  assert.deepEqual(await db.clock.state(), { now: '2026-01-01T00:00:00Z', frozen: true });
  await db.clock.advance('59m');
  assert.deepEqual(await keys(client), ['a', 'b']);
  await db.clock.advance('PT2M');
  assert.deepEqual(await keys(client), ['a']);
  const { now, waits } = await db.settle('1h');
  assert.deepEqual({ now, waits }, { now: '2026-01-01T01:01:00Z', waits: [] });
  assert.equal((await db.clock.resume()).frozen, false);
  await db.clock.set(new Date('2027-01-01T00:00:00Z'));
  assert.equal((await db.clock.state()).now.slice(0, 4), '2027');
});

test('a write arrives in another Region when replication is resumed', async () => {
  const { db, client } = await open();
  await db.addRegion('ap-east-1');
  await client.send(
    new UpdateTableCommand({ TableName: 'Chat', ReplicaUpdates: [{ Create: { RegionName: 'eu-west-1' } }] }),
  );
  assert.deepEqual((await db.regions()).regions.map(({ region }) => region), ['us-east-1', 'ap-east-1', 'eu-west-1']);
  const european = new DynamoDBClient({ ...db.config, region: 'eu-west-1' });
  const { links } = await db.replication({ paused: true, source: 'us-east-1', target: 'eu-west-1' });
  assert.equal(links.filter(({ paused }) => paused).length, 1);
  await put(client, 'b');
  assert.deepEqual(await keys(european), ['a']);
  assert.equal((await db.replication()).links.reduce((sum, { pending }) => sum + pending, 0), 1);
  await db.replication({ paused: false });
  assert.deepEqual(await keys(european), ['a', 'b']);
});

test('a database throttles when asked, and names the keys that contribute most', async () => {
  const { db, client } = await open({});
  const TableName = 'Chat';
  await db.clock.freeze();
  await db.load({ schema: table });
  await client.send(new UpdateTableCommand({ TableName, OnDemandThroughput: { MaxWriteRequestUnits: 1 } }));
  await client.send(new UpdateContributorInsightsCommand({ TableName, ContributorInsightsAction: 'ENABLE' }));
  await db.throttle();
  for (let i = 0; i < 301; i++) await put(client, 'a'); // those of this second, and the burst
  await assert.rejects(put(client, 'a'), { name: 'ThrottlingException' });
  await db.throttle(false);
  await put(client, 'a');
  const { accessedPartitionKeys } = await db.contributors('Chat');
  assert.deepEqual(accessedPartitionKeys, [{ key: { pk: { S: 'a' } }, count: 302 }]);
});

test('faults hit the requests that they select', async () => {
  const { db, client } = await open();
  const rule = await db.fault({ fault: 'throttle', operation: 'GetItem', times: 1 });
  const other = await db.fault({ fault: 'serverError', operation: 'Query' });
  await client.send(new GetItemCommand({ TableName: 'Chat', Key: { pk: { S: 'a' } } }));
  const { faults } = await db.faults();
  assert.deepEqual(
    faults.map(({ id, matched, injected }) => ({ id, matched, injected })),
    [
      { id: rule.id, matched: 2, injected: 1 },
      { id: other.id, matched: 0, injected: 0 },
    ],
  );
  await db.clearFaults(other);
  assert.equal((await db.faults()).faults.length, 1);
  await db.clearFaults();
  assert.deepEqual((await db.faults()).faults, []);
});

test('requests are kept from the beginning, beyond one page', async () => {
  const { db, client } = await open();
  await Promise.all(Array.from({ length: 130 }, (_, i) => put(client, `k${i}`)));
  assert.equal((await db.requests()).length, 130);
  assert.equal((await db.requests({ count: 120 })).length, 120);
  assert.deepEqual(await db.requests({ operation: 'Query' }), []);
  assert.match(await db.report(), /Chat/);
  await db.clearRequests();
  assert.deepEqual(await db.requests(), []);
});

test('a dump can be loaded', async () => {
  const value = {
    pk: 'b',
    n: 12.5,
    list: [1, 'x', null, true],
    map: { deep: {} },
    set: new Set(['x', 'y']),
    bytes: Buffer.from([0, 255]),
  };
  const { db } = await open({ schema: [table, { ...table, TableName: 'Other' }], seed: { Chat: [value] } });
  assert.deepEqual(JSON.parse(await db.dump('Chat')), {
    TableName: 'Chat',
    Item: {
      pk: { S: 'b' },
      n: { N: '12.5' },
      list: { L: [{ N: '1' }, { S: 'x' }, { NULL: true }, { BOOL: true }] },
      map: { M: { deep: { M: {} } } },
      set: { SS: ['x', 'y'] },
      bytes: { B: 'AP8=' },
    },
  });
  assert.deepEqual(await db.load({ seed: { Other: [{ pk: 'c' }, { pk: 'd' }] } }), {
    tablesCreated: 0,
    itemsPut: 2,
    itemsDeleted: 0,
    notices: [],
  });
  assert.equal((await db.dump()).trim().split('\n').length, 3);
});

test('await using ends a database', async () => {
  const { db, client } = await open();
  await db[Symbol.asyncDispose]();
  opened.pop();
  await assert.rejects(put(client, 'b'), { name: 'UnrecognizedClientException' });
  await assert.rejects(db.describe(), { name: 'MonotableError', type: 'UnknownDatabase' });
});

const numbers = (invocations) => invocations.map((event) => event.Records.map(({ dynamodb }) => dynamodb.Keys.pk.S));

test('a stream is drained to a function, from where the last drain has ended', async () => {
  const { db, client } = await open({ schema: table });
  const events = [];
  const handler = async (event, context) => {
    assert.equal(typeof context.awsRequestId, 'string');
    events.push(event);
  };
  await put(client, 'b');
  await put(client, 'c');
  const { invocations } = await db.stream('Chat', { batchSize: 1 }).drain(handler);
  assert.equal(invocations, 2);
  assert.deepEqual(numbers(events).flat().sort(), ['b', 'c']);
  assert.equal(events[0].Records[0].eventName, 'INSERT');
  await put(client, 'd');
  await db.stream('Chat', { batchSize: 1 }).drain(handler);
  assert.deepEqual(numbers(events).slice(2), [['d']]);
  await db.closeStreams();
  assert.equal((await db.stream('Chat').drain(handler)).invocations, 1);
  assert.deepEqual(numbers(events).at(-1).sort(), ['b', 'c', 'd']);
});

test('records of which a function writes more are delivered, too', async () => {
  const { db, client } = await open({ schema: table });
  await put(client, '1');
  const seen = [];
  await db.stream('Chat').drain(async ({ Records }) => {
    for (const { dynamodb } of Records) {
      seen.push(dynamodb.Keys.pk.S);
      if (seen.length < 5) {
        await put(client, `${seen.length + 1}`);
      }
    }
  });
  assert.deepEqual(seen, ['1', '2', '3', '4', '5']);
});

test('a function that fails is tried again, and its batch is discarded', async () => {
  const { db, client } = await open({ schema: table });
  await put(client, 'b');
  let calls = 0;
  const { discarded } = await db.stream('Chat', { maximumRetryAttempts: 2 }).drain(async () => {
    calls++;
    throw new RangeError('too much');
  });
  assert.equal(calls, 3);
  assert.deepEqual(
    discarded.map(({ condition, batchSize }) => ({ condition, batchSize })),
    [{ condition: 'RetryAttemptsExhausted', batchSize: 1 }],
  );
  assert.match(discarded[0].error, /RangeError.*too much/);
});

test('a function with a callback answers through it, also which items have failed', async () => {
  const { db, client } = await open({ schema: table });
  await put(client, 'b');
  await put(client, 'c');
  const settings = { functionResponseTypes: ['ReportBatchItemFailures'], maximumRetryAttempts: 1 };
  const events = [];
  await db.stream('Chat', settings).drain((event, context, callback) => {
    events.push(event);
    const failed = event.Records.filter(({ dynamodb }) => dynamodb.Keys.pk.S === 'c' && events.length === 1);
    setImmediate(callback, null, { batchItemFailures: failed.map(({ dynamodb }) => ({ itemIdentifier: dynamodb.SequenceNumber })) });
  });
  assert.equal(numbers(events).flat().filter((key) => key === 'c').length, 2);
});

test('a file is sent with the files that it refers to', async () => {
  const { db } = await open({ schema: join(home, 'test/files/serverless.yml') });
  assert.deepEqual((await db.describe()).tables.map(({ name }) => name), ['Below', 'Beside']);
});

test('a directory of the CDK is sent with its assemblies', async () => {
  const { db } = await open({ schema: join(home, '../../data-formats/src/test/resources/dev/monotable/formats/schema/cdk.out') });
  assert.deepEqual((await db.describe()).tables.map(({ name }) => name), ['chat-dev']);
});

test('a principal may do what its policies allow', async () => {
  const { db, client: admin } = await open();
  await put(admin, 'USER#a');
  const policy = {
    Version: '2012-10-17',
    Statement: {
      Sid: 'Own',
      Effect: 'Allow',
      Action: ['dynamodb:GetItem', 'dynamodb:DeleteItem'],
      Resource: '*',
      Condition: { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': 'USER#${aws:PrincipalTag/tenant}' } },
    },
  };
  const tenant = await db.principal({ role: 'App', name: 'a', tags: { tenant: 'a' }, policies: [policy] });
  assert.equal(tenant.arn, 'arn:aws:sts::000000000000:assumed-role/App/a');
  const client = new DynamoDBClient(tenant.config);
  const get = (key) => client.send(new GetItemCommand({ TableName: 'Chat', Key: { pk: { S: key } } }));
  assert.deepEqual((await get('USER#a')).Item, { pk: { S: 'USER#a' } });
  await assert.rejects(get('USER#b'), {
    name: 'AccessDeniedException',
    message: /^User: arn:aws:sts::000000000000:assumed-role\/App\/a is not authorized to perform: dynamodb:GetItem on/,
  });
  const { used, unused } = await tenant.usage();
  assert.deepEqual(used.map(({ action }) => action), ['dynamodb:GetItem']);
  assert.deepEqual(unused.map(({ actions }) => actions), [['dynamodb:DeleteItem']]);
  await tenant.end();
  await assert.rejects(get('USER#a'), { name: 'UnrecognizedClientException' });

  const nobody = await db.as(JSON.stringify({ ...policy, Statement: { ...policy.Statement, Effect: 'Deny' } }));
  const denied = new DynamoDBClient(nobody.config).send(new ListTablesCommand({}));
  await assert.rejects(denied, { name: 'AccessDeniedException' });
  await assert.rejects(db.as({ Statement: 1 }), { name: 'MonotableError', message: /policies\[0\]:1:/ });
});

test('a file that is invalid is named with its line', async () => {
  await assert.rejects(monotable.database({ schema: join(home, 'test/files/invalid.yaml') }), {
    name: 'MonotableError',
    message: /^invalid\.yaml:\d+:\d+: /,
  });
});

test('a server that is not there is reported at once', async () => {
  await assert.rejects(monotable.database({ endpoint: 'http://127.0.0.1:1' }), {
    name: 'MonotableError',
    type: 'Unreachable',
    message: /^The Monotable server at http:\/\/127\.0\.0\.1:1 does not answer: .*ECONNREFUSED/,
  });
});

// The last one, as the tests of a file run in order.
test('the client has each operation of the control API', () => {
  const elsewhere = {
    listDatabases: 'concerns all databases of a server',
    dropDatabases: 'concerns all databases of a server',
    deleteExpiredItems: 'the clock does it',
    describeEventSourceMapping: 'drain returns its counts',
    listEventSourceMappings: 'the handle has them',
    listSnapshots: 'the test has named them',
    describeSnapshot: 'the test has named it',
    deleteSnapshot: 'a snapshot ends with its database',
    describeFault: 'listFaults returns it',
    getThrottling: 'the test has set it',
    listKinesisDestinations: 'concerns a server that writes to Kinesis',
    drainKinesisDestinations: 'concerns a server that writes to Kinesis',
    describeItem: 'for the console',
    describeRequest: 'for the console',
    draftDesign: 'for the console',
    declareDesign: 'for the console',
    removeDesign: 'for the console',
    listEntities: 'for the console',
    listPrincipals: 'the test has created them',
    watchRequests: 'listRequests returns them',
    startExploration: 'explore.test.mjs',
    awaitTurn: 'explore.test.mjs',
    reportEnd: 'explore.test.mjs',
    endExploration: 'explore.test.mjs',
    health: 'ready says more',
    renewLease: 'a thread of its own sends it',
    metrics: 'for Prometheus',
    openapi: 'for tools',
  };
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'parameters')
      .map(([method, { operationId }]) => ({
        operationId,
        pattern: new RegExp(`^${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '[^/]+')}$`),
      })),
  );
  const missing = operations.filter(({ pattern }) => ![...sent].some((request) => pattern.test(request)));
  assert.deepEqual(missing.map(({ operationId }) => operationId).sort(), Object.keys(elsewhere).sort());
});
