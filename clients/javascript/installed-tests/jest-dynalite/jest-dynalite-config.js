// As in the documentation of jest-dynalite.
module.exports = {
  tables: async () => [
    {
      TableName: 'table',
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 },
      data: [{ id: 'a', someattribute: 'hello world' }],
    },
  ],
  basePort: 8000,
};
