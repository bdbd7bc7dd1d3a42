// The tests of all test runners: 200 in 20 files. Each writes three items to one table and reads them.
const { DynamoDBClient } = require('@aws-sdk/client-dynamodb');
const { DynamoDBDocument } = require('@aws-sdk/lib-dynamodb');

// With OWN_KEYS, no two tests use the same keys, so they pass in a table that all tests share.
const ownKeys = process.env.OWN_KEYS === 'yes';
// As the documentation of jest-dynalite, vitest-dynamodb-lite and @shelf/jest-dynamodb shows it.
const endpoint = process.env.MOCK_DYNAMODB_ENDPOINT;
const settings = endpoint
  ? { endpoint, region: 'local', credentials: { accessKeyId: 'fake', secretAccessKey: 'fake' } }
  : {};
const table = DynamoDBDocument.from(new DynamoDBClient(settings));

/** Defines the ten tests of a file. */
exports.tests = (file, { test, expect }) => {
  for (let number = 0; number < 10; number++) {
    test(`${file} ${number}`, async () => {
      const prefix = ownKeys ? `${file}-${number}-` : '';
      const orders = ['1', '2', '3'].map((key) => ({ pk: prefix + key, file, number }));
      for (const Item of orders) {
        await table.put({ TableName: 'Orders', Item, ConditionExpression: 'attribute_not_exists(pk)' });
      }
      const keys = orders.map(({ pk }) => ({ pk }));
      const { Responses } = await table.batchGet({ RequestItems: { Orders: { Keys: keys, ConsistentRead: true } } });
      const found = Responses.Orders.sort((one, other) => one.pk.localeCompare(other.pk));
      expect(found).toEqual(orders);
    });
  }
};
