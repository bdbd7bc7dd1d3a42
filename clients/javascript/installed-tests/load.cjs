const { DynamoDBClient } = require('@aws-sdk/client-dynamodb');
const { DynamoDBDocument } = require('@aws-sdk/lib-dynamodb');

const table = DynamoDBDocument.from(new DynamoDBClient({})); // before any test has begun

/** Writes keys that all tests use, and returns what the table then holds. */
exports.place = async (file, number) => {
  const orders = ['1', '2', '3'].map((pk) => ({ pk, file, number }));
  for (const Item of orders) {
    await table.put({ TableName: 'Orders', Item, ConditionExpression: 'attribute_not_exists(pk)' });
  }
  const { Items } = await table.scan({ TableName: 'Orders', ConsistentRead: true });
  return { orders, found: Items.sort((one, other) => one.pk.localeCompare(other.pk)) };
};
