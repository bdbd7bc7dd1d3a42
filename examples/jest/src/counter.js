const { Chat } = require('./chat');

const chat = new Chat(); // as in production: endpoint and credentials come from the environment

/** The Lambda function behind the stream of the table: counts the messages of each sender. */
exports.handler = async (event) => {
  for (const { eventName, dynamodb } of event.Records) {
    const sender = dynamodb.NewImage?.from?.S;
    if (eventName === 'INSERT' && sender) {
      await chat.count(sender);
    }
  }
};
