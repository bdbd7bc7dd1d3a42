import { DynamoDBClient, ListTablesCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';

test('a project has its own schema and seed', async () => {
  const client = new DynamoDBClient({});
  expect((await client.send(new ListTablesCommand({}))).TableNames).toEqual(['one']);
  expect((await client.send(new ScanCommand({ TableName: 'one' }))).Items).toEqual([{ pk: { S: 'one' } }]);
});
