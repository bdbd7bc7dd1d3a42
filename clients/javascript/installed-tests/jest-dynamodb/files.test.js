const { DynamoDB } = require('@aws-sdk/client-dynamodb');
const { DynamoDBDocument } = require('@aws-sdk/lib-dynamodb');

// As in the documentation of @shelf/jest-dynamodb.
const isTest = process.env.JEST_WORKER_ID;
const ddb = DynamoDBDocument.from(
  new DynamoDB({
    ...(isTest && {
      endpoint: `http://localhost:${process.env.TEST_PORT}`,
      region: 'local-env',
      credentials: { accessKeyId: 'fakeMyKeyId', secretAccessKey: 'fakeSecretAccessKey' },
    }),
  }),
);

it('should insert item into table', async () => {
  await ddb.put({ TableName: 'files', Item: { id: '1', hello: 'world' } });
  const { Item } = await ddb.get({ TableName: 'files', Key: { id: '1' } });
  expect(Item).toEqual({ id: '1', hello: 'world' });
});

it('keeps the items of the test before', async () => {
  expect((await ddb.scan({ TableName: 'files' })).Count).toBe(1);
});

it('gives a client without these settings a database of its own', async () => {
  const own = DynamoDBDocument.from(new DynamoDB({}));
  expect((await own.scan({ TableName: 'files' })).Count).toBe(0);
});
