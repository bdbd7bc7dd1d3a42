import { currentDatabase, database, type PieceHandle } from 'monotable';
import { expect, test } from 'vitest';
import { Chat } from '../src/chat';
import { handler } from '../src/counter';

const chat = new Chat();
const db = currentDatabase();

test('each test starts with the schema and the seed', async () => {
  await chat.post('lobby', 2, 'ben', 'Hello');
  expect(await chat.texts('lobby')).toEqual(['Welcome', 'Hello']);
});

test('nothing is left of the test before', async () => {
  expect(await chat.texts('lobby')).toEqual(['Welcome']);
});

test('a message disappears after its lifetime', async () => {
  await chat.post('lobby', 2, 'ben', 'Hello', 3600);
  await db.clock.advance('2h');
  expect(await chat.texts('lobby')).toEqual(['Welcome']);
});

test('a post survives throttling', async () => {
  const rule = await db.fault({ fault: 'throttle', operation: 'PutItem', times: 2 });
  await chat.post('lobby', 2, 'ben', 'Hello'); // the SDK tries three times
  expect(await chat.texts('lobby')).toEqual(['Welcome', 'Hello']);
  const { faults } = await db.faults();
  expect(faults.find(({ id }) => id === rule.id)).toMatchObject({ matched: 3, injected: 2 });
});

test('the messages of a room are read with one query', async () => {
  await chat.texts('lobby');
  expect(await db.requests()).toMatchObject([{ operation: 'Query', itemsRead: 1, itemsReturned: 1 }]);
});

test('the function behind the stream counts messages', async () => {
  await chat.post('lobby', 2, 'ben', 'Hello');
  await chat.post('lobby', 3, 'ben', 'Is anybody here?');
  await db.stream('Chat').drain(handler);
  expect(await chat.counted('ben')).toBe(2);
});

test('a fork is a copy', async () => {
  const fork = await db.fork();
  await new Chat(fork.config).post('lobby', 2, 'ben', 'Only in the fork');
  expect(await chat.texts('lobby')).toEqual(['Welcome']);
  expect((await db.diff(fork)).tables).toMatchObject([{ table: 'Chat', removed: [{ SK: { S: 'MESSAGE#2' } }] }]);
});

test('no order of two posts at the same time loses one', async () => {
  const post = (own: PieceHandle) => new Chat(own.config).append('lobby', own.name, `from ${own.name}`);
  const report = await db.explore(
    { ann: post, ben: post },
    {
      check: async ({ config, ends }) => {
        const posted = Object.keys(ends).filter((name) => ends[name]!.end === 'returned');
        expect(await new Chat(config).texts('lobby')).toEqual(expect.arrayContaining(posted.map((name) => `from ${name}`)));
      },
    },
  );
  expect(report.executions).toBeGreaterThan(1);
  expect(await chat.texts('lobby')).toEqual(['Welcome']); // each order begins with a copy
});

// Tests that run at the same time take databases of their own.
for (const number of [2, 3, 4, 5]) {
  test.concurrent(`message ${number} is the only one`, async ({ expect }) => {
    const own = new Chat((await database()).config);
    await own.post('lobby', number, 'ada', `Message ${number}`);
    expect(await own.texts('lobby')).toEqual(['Welcome', `Message ${number}`]);
  });
}
