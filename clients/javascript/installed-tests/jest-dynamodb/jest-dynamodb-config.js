// As in the documentation of @shelf/jest-dynamodb, with a port that the test chooses.
module.exports = async () => ({
  tables: [
    {
      TableName: 'files',
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 },
    },
  ],
  port: Number(process.env.TEST_PORT),
});
