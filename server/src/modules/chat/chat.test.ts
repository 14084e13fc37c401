// The chat of a user with operators: messages appear once and in order, also when sent in parallel and twice; they are
// plain text, private, and published to the user's devices. The real app, on every supported database engine.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  CHAT_PAGE_MAX,
  CHAT_TEXT_MAX,
  listChatMessages,
  readChat,
  sendChatMessage,
} from '@halyard/contract/chat/calls';
import type { ChatMessageId } from '@halyard/contract/ids';
import { rowsOf } from '../../db/database.ts';
import type { ExchangeEvent } from '../../events/events.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/testServer.ts';
import { givePicture, giveVoucher } from '../../testing/uploads.ts';
import { answerUser, MESSAGES_MAX, WINDOW_MS } from './sendMessage.ts';

describe('the chat', () => {
  let server: TestServer;
  let user: TestUser;
  let nowMs = Date.now();
  beforeAll(async () => {
    server = await startTestServer({ clock: { isSet: true, nowMs: () => nowMs } });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    user = await server.registerUser();
  });

  type Written = { readonly text?: string; readonly picture?: string; readonly clientId?: string };
  const send = (written: Written, of = user) =>
    server.call(sendChatMessage, { clientId: randomUUID(), ...written }, { token: of.token });
  const list = (part: { before?: ChatMessageId; after?: ChatMessageId; limit?: number } = {}, of = user) =>
    server.call(listChatMessages, part, { token: of.token });
  const textsOf = async (of = user) => (await list({}, of)).messages.map(({ text }) => text);
  const answer = async (text: string, to = user) => {
    const message = await server.db.transaction((tx) =>
      answerUser(tx, server, { userId: to.id, text, pictureId: null }),
    );
    server.events.publish({ type: 'events-written' });
    return message;
  };
  const eventsDuring = async (work: () => Promise<unknown>) => {
    const published: ExchangeEvent[] = [];
    const stop = server.events.subscribe((event) => event.type === 'chat-changed' && published.push(event));
    await work();
    stop();
    return published;
  };

  it('is empty at first, and then lists the messages of both sides, oldest first, of this user alone', async () => {
    expect(await list()).toEqual({ messages: [], hasMore: false, unread: 0, readByOperator: null });
    const clientId = randomUUID();
    const first = await send({ text: 'Hello?', clientId });
    expect(first).toMatchObject({ clientId, from: 'user', text: 'Hello?', picture: null });
    expect(Date.parse(first.createdAt)).toBe(nowMs);
    const second = await answer('Good morning.');
    expect(await list()).toMatchObject({
      messages: [first, { id: second.id, clientId: null, from: 'operator', text: 'Good morning.', picture: null }],
      unread: 1,
    });
    expect(await textsOf(await server.registerUser())).toEqual([]);
  });

  it('accepts a message once, however often it is sent, and no other one under its id', async () => {
    const picture = await givePicture(server, user);
    const [clientId, other] = [randomUUID(), await givePicture(server, user)];
    const published = await eventsDuring(async () => {
      const first = await send({ clientId, text: 'Hello', picture });
      expect(await send({ clientId, text: ' Hello\r\n', picture })).toEqual(first);
    });
    expect(published).toHaveLength(1);
    for (const written of [{ text: 'Hello' }, { text: 'Hallo', picture }, { text: 'Hello', picture: other }, {}]) {
      await expect(send({ clientId, ...written })).rejects.toMatchObject({ code: 'REQUEST_ID_REUSED' });
    }
    // The id is chosen by the device: another user may use the same.
    expect(await send({ clientId, text: 'Mine' }, await server.registerUser())).toMatchObject({ text: 'Mine' });
    expect(await textsOf()).toEqual(['Hello']);
  });

  it('accepts a hundred parallel messages, each sent twice, once each, and numbers them in commit order', async () => {
    const [one, two] = [user, await server.registerUser()];
    const texts = Array.from({ length: 50 }, (_, index) => `message ${index}`);
    const ids = new Map(texts.map((text) => [text, [randomUUID(), randomUUID()] as const]));
    const seen: { readonly user: number; readonly id: number }[] = [];
    const stop = server.events.subscribe((event) => {
      if (event.type === 'chat-changed') seen.push({ user: event.userId, id: event.messageId ?? 0 });
    });
    const sent = await Promise.all(
      [...texts, ...texts.toReversed()].flatMap((text) =>
        [one, two].map((who, index) => send({ text, clientId: ids.get(text)?.[index as 0 | 1] ?? '' }, who)),
      ),
    );
    stop();
    for (const who of [one, two]) {
      const { messages } = await list({}, who);
      expect(messages.map(({ text }) => text).toSorted()).toEqual(texts.toSorted());
      expect(messages.map(({ id }) => id)).toEqual(messages.map(({ id }) => id).toSorted((a, b) => a - b));
      expect(seen.filter((event) => event.user === who.id)).toHaveLength(texts.length);
    }
    expect(new Set(sent.map(({ id }) => id)).size).toBe(2 * texts.length);
  });

  it('never inserts a message before one that was read already', async () => {
    const read = new Set<number>();
    const watch = { isOver: false };
    const look = async () => {
      let last = 0;
      while (!watch.isOver) {
        const { messages } = await list({ after: last as ChatMessageId });
        for (const { id } of messages) {
          expect(id).toBeGreaterThan(last);
          last = id;
          read.add(id);
        }
      }
    };
    const watching = look();
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 4 === 0 ? answer(`a ${index}`) : send({ text: `u ${index}` }))),
    );
    watch.isOver = true;
    await watching;
    // Messages since the last read.
    for (const { id } of (await list({ after: Math.max(0, ...read) as ChatMessageId })).messages) read.add(id);
    expect([...read]).toEqual((await list()).messages.map(({ id }) => id));
  });

  it('is read in pages, in both directions', async () => {
    const ids: ChatMessageId[] = [];
    for (let index = 0; index < 5; index += 1) ids.push((await send({ text: String(index) })).id);
    const piece = async (part: Parameters<typeof list>[0]) => {
      const { messages, hasMore } = await list(part);
      return [messages.map(({ text }) => text).join(''), hasMore];
    };
    const at = (index: number) => ids[index] as ChatMessageId;
    expect(await piece({ limit: 2 })).toEqual(['34', true]);
    expect(await piece({ limit: 2, before: at(3) })).toEqual(['12', true]);
    expect(await piece({ limit: 2, before: at(2) })).toEqual(['01', false]);
    expect(await piece({ limit: 2, after: at(0) })).toEqual(['12', true]);
    expect(await piece({ limit: 2, after: at(2) })).toEqual(['34', false]);
    expect(await piece({ after: at(4) })).toEqual(['', false]);
    expect(await piece({ limit: 0 })).toEqual(['4', true]);
    expect(await piece({ limit: 10 * CHAT_PAGE_MAX })).toEqual(['01234', false]);
  });

  it('accepts plain texts unchanged', async () => {
    await send({ text: '  <b>one</b>\r\ntwo\u0007\u001b[31m \u202e three  \n\n four ' });
    expect(await textsOf()).toEqual(['<b>one</b>\ntwo  [31m  three\n\n four']);
  });

  it('refuses empty and too long messages', async () => {
    for (const text of [undefined, '', ' \n\t ', '\u202e']) {
      await expect(send(text === undefined ? {} : { text })).rejects.toMatchObject({ code: 'CHAT_MESSAGE_EMPTY' });
    }
    await expect(send({ text: 'x'.repeat(CHAT_TEXT_MAX + 1) })).rejects.toMatchObject({ code: 'CHAT_TEXT_TOO_LONG' });
    expect((await send({ text: 'x'.repeat(CHAT_TEXT_MAX) })).text).toHaveLength(CHAT_TEXT_MAX);
  });

  it('accepts only the user’s own pictures', async () => {
    const picture = await givePicture(server, user);
    expect(await send({ picture })).toMatchObject({ text: '', picture });
    const stranger = await server.registerUser();
    for (const path of [
      await givePicture(server, stranger),
      `/upload/${randomUUID()}.png`,
      'https://x.example/a.png',
    ]) {
      await expect(send({ picture: path })).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    }
    await expect(send({ picture: await giveVoucher(server, user) })).rejects.toMatchObject({
      code: 'FILE_TYPE_UNSUPPORTED',
    });
    // A refused message does not use up its id.
    const clientId = randomUUID();
    await expect(send({ clientId, picture: '/upload/no' })).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    expect(await send({ clientId, text: 'then without' })).toMatchObject({ text: 'then without' });
  });

  it('counts unread messages, which only reading reduces, and notifies the user’s devices', async () => {
    const mine = await send({ text: 'Hello?' });
    const [first, second] = [await answer('One'), await answer('Two')];
    expect((await list()).unread).toBe(2);
    const read = (until: ChatMessageId) => server.call(readChat, { until }, { token: user.token });
    const reads = await eventsDuring(async () => {
      expect(await read(first.id)).toEqual({ unread: 1 });
      expect(await read(mine.id)).toEqual({ unread: 1 });
      expect(await read(first.id)).toEqual({ unread: 1 });
    });
    expect(reads).toEqual([{ type: 'chat-changed', userId: user.id, unread: 1, messageId: null, from: 'user' }]);
    // A message that does not exist yet is not marked as read.
    expect(await read((second.id + 1_000_000) as ChatMessageId)).toEqual({ unread: 0 });
    const published: ExchangeEvent[] = [];
    const stop = server.events.subscribe((event) => published.push(event));
    const { id } = await answer('Three');
    await vi.waitFor(() =>
      expect(published).toContainEqual(expect.objectContaining({ userId: user.id, messageId: `chat:${id}` })),
    );
    stop();
    expect((await list()).unread).toBe(1);
  });

  it('accepts a backlog after an outage, and limits floods', async () => {
    const one = await send({ text: 'first' });
    await server.db.execute(sql`
      insert into chat_messages (user_id, sender, body, created_at)
      select ${user.id}, 'user', 'x', ${one.createdAt} from generate_series(2, ${MESSAGES_MAX}::int)`);
    await expect(send({ text: 'one more' })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    // Accepted messages are still answered, other users still write, and operators too.
    expect(await send({ clientId: one.clientId ?? '', text: 'first' })).toEqual(one);
    await send({ text: 'Hello' }, await server.registerUser());
    await answer('We are looking into it.');
    nowMs += WINDOW_MS;
    expect(await send({ text: 'one more' })).toMatchObject({ text: 'one more' });
  });

  it('never changes an accepted message', async () => {
    const before = await send({ text: 'first' });
    await Promise.all([send({ text: 'second' }), answer('third')]);
    expect((await list()).messages[0]).toEqual(before);
    const rows = await rowsOf(server.db, sql`select 1 as one from chat_messages where user_id = ${user.id}`);
    expect(rows).toHaveLength(3);
  });
});
