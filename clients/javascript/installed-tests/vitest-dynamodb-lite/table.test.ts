import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';

// As in the documentation of vitest-dynamodb-lite.
const ddb = DynamoDBDocument.from(
  new DynamoDB({
    ...(process.env.MOCK_DYNAMODB_ENDPOINT && {
      endpoint: process.env.MOCK_DYNAMODB_ENDPOINT,
      tls: false,
      region: 'local',
    }),
  }),
);

for (const time of ['first', 'second']) {
  it(`starts with the data of the configuration, the ${time} time`, async () => {
    expect((await ddb.scan({ TableName: 'table' })).Items).toEqual([{ id: 'a', someattribute: 'hello world' }]);
    await ddb.put({ TableName: 'table', Item: { id: 'b' } });
    expect((await ddb.scan({ TableName: 'table' })).Count).toBe(2);
  });
}

it('has transactions', async () => {
  await ddb.transactWrite({
    TransactItems: [{ Put: { TableName: 'table', Item: { id: 'c' } } }, { Delete: { TableName: 'table', Key: { id: 'a' } } }],
  });
  expect((await ddb.scan({ TableName: 'table' })).Items).toEqual([{ id: 'c' }]);
});
