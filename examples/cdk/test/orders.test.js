import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  GetItemCommand,
  ListContributorInsightsCommand,
  ListTagsOfResourceCommand,
  PutItemCommand,
  RestoreTableToPointInTimeCommand,
} from '@aws-sdk/client-dynamodb';
import { App } from 'aws-cdk-lib';
import { database } from 'monotable';
import { OrdersStack } from '../lib/orders-stack.js';

const TableName = 'orders';
let db;
let client;

before(async () => {
  // What `cdk synth` does.
  const outdir = mkdtempSync(join(tmpdir(), 'cdk-'));
  const app = new App({ outdir });
  new OrdersStack(app, 'OrdersStack');
  app.synth();
  db = await database({ schema: outdir });
  client = new DynamoDBClient(db.config);
});

after(() => db?.drop());

test('the table has everything that the stack says', async () => {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  assert.equal(Table.TableStatus, 'ACTIVE');
  assert.equal(Table.BillingModeSummary.BillingMode, 'PAY_PER_REQUEST');
  assert.equal(Table.DeletionProtectionEnabled, true);
  assert.equal(Table.StreamSpecification.StreamViewType, 'NEW_AND_OLD_IMAGES');
  assert.deepEqual(Table.GlobalSecondaryIndexes.map(({ IndexName }) => IndexName), ['byCustomer']);
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  assert.deepEqual(TimeToLiveDescription, { AttributeName: 'expiresAt', TimeToLiveStatus: 'ENABLED' });
  const { Tags } = await client.send(new ListTagsOfResourceCommand({ ResourceArn: Table.TableArn }));
  assert.deepEqual(Object.fromEntries(Tags.map(({ Key, Value }) => [Key, Value])), {
    service: 'orders',
    stage: 'prod',
  });
  const { ContinuousBackupsDescription } = await client.send(new DescribeContinuousBackupsCommand({ TableName }));
  const { PointInTimeRecoveryStatus, RecoveryPeriodInDays } =
    ContinuousBackupsDescription.PointInTimeRecoveryDescription;
  assert.deepEqual([PointInTimeRecoveryStatus, RecoveryPeriodInDays], ['ENABLED', 35]);
  const { ContributorInsightsSummaries } = await client.send(new ListContributorInsightsCommand({}));
  assert.deepEqual(
    ContributorInsightsSummaries.map(({ IndexName, ContributorInsightsStatus }) => [
      IndexName,
      ContributorInsightsStatus,
    ]),
    [
      [undefined, 'ENABLED'],
      ['byCustomer', 'ENABLED'],
    ],
  );
});

test('an order is recovered as it was before a bad write', async () => {
  const Key = { PK: { S: 'ORDER#1' }, SK: { S: 'META' } };
  const put = (total) => client.send(new PutItemCommand({ TableName, Item: { ...Key, total: { N: total } } }));
  await db.clock.freeze();
  await put('42');
  await db.clock.advance('1s');
  const beforeBadWrite = new Date((await db.clock.state()).now);
  await db.clock.advance('1s');
  await put('-1');
  await db.clock.advance('1h');
  await client.send(
    new RestoreTableToPointInTimeCommand({
      SourceTableName: TableName,
      TargetTableName: 'restored',
      RestoreDateTime: beforeBadWrite,
    }),
  );
  const { Item } = await client.send(new GetItemCommand({ TableName: 'restored', Key }));
  assert.deepEqual(Item.total, { N: '42' });
});
