import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, test } from 'node:test';
import { monotable, table } from './support.mjs';

const { DynamoDBClient, GetItemCommand, PutItemCommand } = createRequire(import.meta.url)('@aws-sdk/client-dynamodb');

const db = await monotable.database({ schema: table });
after(() => db.drop());

const seat = async (client) => {
  const { Item } = await client.send(new GetItemCommand({ TableName: 'Chat', Key: { pk: { S: 'seat' } }, ConsistentRead: true }));
  return Item?.owner?.S;
};
const put = (client, owner, more = {}) =>
  client.send(new PutItemCommand({ TableName: 'Chat', Item: { pk: { S: 'seat' }, owner: { S: owner } }, ...more }));

/** Books the seat if it is free; returns whether it has. */
const book = async (own) => {
  const client = new DynamoDBClient(own.config);
  if (await seat(client)) {
    return false;
  }
  await put(client, own.name);
  return true;
};
const bookSafely = async (own) => {
  await put(new DynamoDBClient(own.config), own.name, { ConditionExpression: 'attribute_not_exists(pk)' });
  return true;
};
const check = async ({ config, ends }) => {
  const owner = await seat(new DynamoDBClient(config));
  for (const [name, { value }] of Object.entries(ends)) {
    assert.ok(!value || owner === name, `${name} has lost the seat`);
  }
};

test('a double booking is found', async () => {
  const error = await db.explore({ ann: book, bob: book }, { check }).catch((e) => e);
  assert.ok(error instanceof monotable.ExplorationError, String(error));
  assert.match(error.message, /has lost the seat\n\n.*ann.*bob/s);
  assert.equal(error.report.found, true);
  assert.equal(await seat(new DynamoDBClient(db.config)), undefined);
});

test('a sound booking is explored to the end', async () => {
  const report = await db.explore({ ann: bookSafely, bob: bookSafely }, { check });
  assert.equal(report.found, false);
  assert.ok(report.executions >= 2, report.text);
});

test('a piece that fails alone, or sends nothing, is reported', async () => {
  const fails = async (own) => {
    await book(own);
    throw new TypeError('no seat left');
  };
  await assert.rejects(db.explore({ ann: fails }), /^ExplorationError: ann fails although it runs alone: TypeError: no seat left/);
  await assert.rejects(db.explore({ ann: () => put(new DynamoDBClient(db.config), 'x') }), /ann sends no request.*original database.*PutItem on Chat/s);
});
