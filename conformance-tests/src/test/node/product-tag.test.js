// Tests products and tags with code like that of an application. The client is configured with a
// region only; AWS_ENDPOINT_URL_DYNAMODB directs its requests to the server under test.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  QueryCommand,
  waitUntilTableExists,
  waitUntilTableNotExists,
} from "@aws-sdk/client-dynamodb";

const client = new DynamoDBClient({ region: "us-east-1" });
const waiter = { client, maxWaitTime: 60, minDelay: 1, maxDelay: 1 };

after(() => client.destroy());

function createTable(name, keys, indexes) {
  const attributes = new Set([...keys, ...Object.values(indexes).flat()]);
  const schema = (names) =>
    names.map((name, at) => ({ AttributeName: name, KeyType: at === 0 ? "HASH" : "RANGE" }));
  const command = {
    TableName: name,
    KeySchema: schema(keys),
    AttributeDefinitions: [...attributes].map((attribute) => ({
      AttributeName: attribute,
      AttributeType: "S",
    })),
    BillingMode: "PAY_PER_REQUEST",
  };
  if (Object.keys(indexes).length > 0) {
    command.GlobalSecondaryIndexes = Object.entries(indexes).map(([index, names]) => ({
      IndexName: index,
      KeySchema: schema(names),
      Projection: { ProjectionType: "ALL" },
    }));
  }
  return client.send(new CreateTableCommand(command));
}

async function setUp(tables) {
  for (const [name, { keys, indexes = {}, items }] of Object.entries(tables)) {
    await createTable(name, keys, indexes);
    await waitUntilTableExists(waiter, { TableName: name });
    const written = await client.send(
      new BatchWriteItemCommand({
        RequestItems: { [name]: items.map((item) => ({ PutRequest: { Item: item } })) },
      }),
    );
    assert.deepEqual(written.UnprocessedItems, {});
  }
}

async function tearDown(...names) {
  for (const name of names) {
    await client.send(new DeleteTableCommand({ TableName: name }));
    await waitUntilTableNotExists(waiter, { TableName: name });
  }
}

function item(attributes) {
  return Object.fromEntries(Object.entries(attributes).map(([name, text]) => [name, { S: text }]));
}

/** Sorts the items, because the order of index entries with equal keys is not defined. */
function sorted(items) {
  const text = (item) => JSON.stringify(Object.entries(item).sort());
  return items.toSorted((left, right) => (text(left) < text(right) ? -1 : 1));
}

describe("three tables", () => {
  before(() =>
    setUp({
      Product: {
        keys: ["id"],
        items: [
          item({ id: "product1", name: "Tea pot" }),
          item({ id: "product2", name: "Tea cup" }),
          item({ id: "product3", name: "Kettle" }),
        ],
      },
      Tag: { keys: ["id"], items: [item({ id: "tag1" }), item({ id: "tag2" })] },
      Product_Tag: {
        keys: ["product_id", "tag_id"],
        indexes: { "tag_id-index": ["tag_id"] },
        items: [
          item({ product_id: "product1", tag_id: "tag1" }),
          item({ product_id: "product2", tag_id: "tag1" }),
          item({ product_id: "product3", tag_id: "tag2" }),
        ],
      },
    }),
  );
  after(() => tearDown("Product", "Tag", "Product_Tag"));

  test("the products of a tag take a query and a batch", async () => {
    const relations = await client.send(
      new QueryCommand({
        TableName: "Product_Tag",
        IndexName: "tag_id-index",
        KeyConditionExpression: "#tag_id = :tag_id",
        ExpressionAttributeNames: { "#tag_id": "tag_id" },
        ExpressionAttributeValues: { ":tag_id": { S: "tag1" } },
      }),
    );
    assert.equal(relations.Count, 2);
    assert.equal(relations.ScannedCount, 2);
    assert.equal(relations.LastEvaluatedKey, undefined);
    assert.deepEqual(sorted(relations.Items), [
      item({ product_id: "product1", tag_id: "tag1" }),
      item({ product_id: "product2", tag_id: "tag1" }),
    ]);

    const products = await client.send(
      new BatchGetItemCommand({
        RequestItems: {
          Product: { Keys: relations.Items.map((relation) => ({ id: relation.product_id })) },
        },
      }),
    );
    assert.deepEqual(products.UnprocessedKeys, {});
    assert.deepEqual(Object.keys(products.Responses), ["Product"]);
    assert.deepEqual(sorted(products.Responses.Product), [
      item({ id: "product1", name: "Tea pot" }),
      item({ id: "product2", name: "Tea cup" }),
    ]);
  });
});

describe("an adjacency list", () => {
  before(() =>
    setUp({
      ProductTag: {
        keys: ["id", "relate_id"],
        indexes: { "relate_id-index": ["relate_id"] },
        items: [
          item({ id: "product1", relate_id: "product1" }),
          item({ id: "product2", relate_id: "product2" }),
          item({ id: "tag1", relate_id: "tag1" }),
          item({ id: "product1", relate_id: "tag1" }),
          item({ id: "product2", relate_id: "tag1" }),
        ],
      },
    }),
  );
  after(() => tearDown("ProductTag"));

  const productsOfTag = {
    TableName: "ProductTag",
    IndexName: "relate_id-index",
    KeyConditionExpression: "#relate_id = :relate_id",
    FilterExpression: "id <> :exclude_id",
    ExpressionAttributeNames: { "#relate_id": "relate_id" },
    ExpressionAttributeValues: { ":relate_id": { S: "tag1" }, ":exclude_id": { S: "tag1" } },
  };

  test("the products of a tag take one query that filters the tag itself", async () => {
    const answer = await client.send(new QueryCommand(productsOfTag));

    assert.equal(answer.Count, 2);
    assert.equal(answer.ScannedCount, 3);
    assert.equal(answer.LastEvaluatedKey, undefined);
    assert.deepEqual(sorted(answer.Items), [
      item({ id: "product1", relate_id: "tag1" }),
      item({ id: "product2", relate_id: "tag1" }),
    ]);
  });

  test("a page's last key begins the next", async () => {
    const items = [];
    const scanned = [];
    let from;
    do {
      const page = await client.send(
        new QueryCommand({ ...productsOfTag, Limit: 2, ExclusiveStartKey: from }),
      );
      items.push(...page.Items);
      scanned.push(page.ScannedCount);
      from = page.LastEvaluatedKey;
    } while (from !== undefined);

    assert.deepEqual(scanned, [2, 1]);
    assert.deepEqual(sorted(items), [
      item({ id: "product1", relate_id: "tag1" }),
      item({ id: "product2", relate_id: "tag1" }),
    ]);
  });

  test("a product and its tags are one item collection", async () => {
    const answer = await client.send(
      new QueryCommand({
        TableName: "ProductTag",
        KeyConditionExpression: "id = :id",
        ExpressionAttributeValues: { ":id": { S: "product1" } },
      }),
    );

    assert.deepEqual(answer.Items, [
      item({ id: "product1", relate_id: "product1" }),
      item({ id: "product1", relate_id: "tag1" }),
    ]);
    assert.equal(answer.Count, 2);
    assert.equal(answer.ScannedCount, 2);
  });
});

test("an error has the name that applications catch", async () => {
  await assert.rejects(
    client.send(new DeleteTableCommand({ TableName: "Nothing" })),
    (error) =>
      error.name === "ResourceNotFoundException" && error.$metadata.httpStatusCode === 400,
  );
});
