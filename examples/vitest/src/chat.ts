import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';

/** The messages of chat rooms, in the table Chat. */
export class Chat {
  readonly #table: DynamoDBDocument;

  constructor(config: DynamoDBClientConfig = {}) {
    this.#table = DynamoDBDocument.from(new DynamoDBClient(config));
  }

  /** Posts a message; one with a lifetime in seconds disappears. */
  async post(room: string, number: number, from: string, text: string, lifetime?: number) {
    await this.#table.put({
      TableName: 'Chat',
      Item: {
        PK: `ROOM#${room}`,
        SK: `MESSAGE#${number}`,
        from,
        text,
        ...(lifetime && { expires: Math.floor(Date.now() / 1000) + lifetime }),
      },
      ConditionExpression: 'attribute_not_exists(PK)',
    });
  }

  /** Posts a message behind the last one, which others may do at the same time. */
  async append(room: string, from: string, text: string) {
    for (;;) {
      const next = (await this.texts(room, true)).length + 1;
      try {
        return await this.post(room, next, from, text);
      } catch (e) {
        if ((e as Error).name !== 'ConditionalCheckFailedException') {
          throw e; // else somebody has taken the number
        }
      }
    }
  }

  /** Returns the texts of a room. */
  async texts(room: string, ConsistentRead = false): Promise<string[]> {
    const { Items = [] } = await this.#table.query({
      TableName: 'Chat',
      ConsistentRead,
      KeyConditionExpression: 'PK = :room AND begins_with(SK, :messages)',
      ExpressionAttributeValues: { ':room': `ROOM#${room}`, ':messages': 'MESSAGE#' },
    });
    return Items.map((item) => item.text);
  }

  /** Counts the messages of a sender. */
  async count(sender: string) {
    await this.#table.update({
      TableName: 'Chat',
      Key: { PK: `USER#${sender}`, SK: 'MESSAGES' },
      UpdateExpression: 'ADD messages :one',
      ExpressionAttributeValues: { ':one': 1 },
    });
  }

  /** Returns how many messages of a sender were counted. */
  async counted(sender: string): Promise<number> {
    const { Item } = await this.#table.get({ TableName: 'Chat', Key: { PK: `USER#${sender}`, SK: 'MESSAGES' } });
    return Item?.messages ?? 0;
  }
}
