// As in the documentation of vitest-dynamodb-lite, in TypeScript.
const id: string = 'id';

export default {
  tables: async (): Promise<object[]> => [
    {
      TableName: 'table',
      KeySchema: [{ AttributeName: id, KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: id, AttributeType: 'S' }],
      ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 },
      data: [{ id: 'a', someattribute: 'hello world' }],
    },
  ],
  basePort: 8000,
};
