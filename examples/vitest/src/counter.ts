import { Chat } from './chat';

const chat = new Chat(); // as in production: endpoint and credentials come from the environment

interface StreamEvent {
  Records: { eventName: string; dynamodb: { NewImage?: Record<string, { S?: string }> } }[];
}

/** The Lambda function behind the stream of the table: counts the messages of each sender. */
export async function handler(event: StreamEvent) {
  for (const { eventName, dynamodb } of event.Records) {
    const sender = dynamodb.NewImage?.from?.S;
    if (eventName === 'INSERT' && sender) {
      await chat.count(sender);
    }
  }
}
