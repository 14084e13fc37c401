// The operators' side of the support chat: waiting users are listed, viewing counts as reading and is logged, answers
// with pictures reach only the user. The real tool on a running exchange.
import { randomUUID } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listChatMessages, sendChatMessage } from '@halyard/contract/chat/calls';
import { openOffice, type Office } from '../testing/operatorTool.ts';
import type { TestUser } from '../testing/testServer.ts';
import { download, givePicture, smallPicture } from '../testing/uploads.ts';

type Waiting = { readonly rows: readonly { readonly userId: number; readonly unread: number }[] };

describe('the chat of operators', () => {
  let office: Office;
  let user: TestUser;
  beforeAll(async () => {
    office = await openOffice();
  });
  afterAll(() => office.close());
  beforeEach(async () => {
    user = await office.server.registerUser();
  });

  const send = (text: string, picture?: string, of = user) =>
    office.server.call(
      sendChatMessage,
      { clientId: randomUUID(), text, ...(picture !== undefined && { picture }) },
      { token: of.token },
    );
  const chatOf = (of = user) => office.server.call(listChatMessages, {}, { token: of.token });
  const waiting = async () => ((await office.tool.json('chat', 'list')) as Waiting).rows;
  const idOf = ({ id }: TestUser) => String(id);

  it('lists waiting users, longest first, until an operator has viewed the chat', async () => {
    const second = await office.server.registerUser();
    await send('one');
    await send('two', undefined, second);
    await send('three');
    const of = async () => (await waiting()).filter(({ userId }) => userId >= user.id);
    expect(await of()).toMatchObject([
      { userId: user.id, unread: 2 },
      { userId: second.id, unread: 1 },
    ]);
    const reply = await office.tool('chat', 'show', idOf(user));
    expect(reply.out).toMatch(/user\n {2}\| one\n[\s\S]*user\n {2}\| three$/);
    expect(await of()).toMatchObject([{ userId: second.id }]);
    await send('four');
    expect(await of()).toMatchObject([{ userId: second.id }, { userId: user.id, unread: 1 }]);
  });

  it('notifies the user once that the messages were read', async () => {
    const { id } = await send('Hello?');
    expect((await chatOf()).readByOperator).toBeNull();
    const reply = await office.eventsOf(async () => {
      await office.tool('chat', 'show', idOf(user));
      await office.tool('chat', 'show', idOf(user));
    });
    expect(reply).toEqual([{ type: 'chat-changed', userId: user.id, unread: 0, messageId: null, from: 'operator' }]);
    expect((await chatOf()).readByOperator).toBe(id);
    // Each view is logged anyway.
    const looks = await office.auditOf(`user:${user.id}`);
    expect(looks.map(({ operator, action }) => `${operator} ${action}`)).toEqual(['olga chat.show', 'olga chat.show']);
  });

  it('shows older messages on request, which does not count as reading', async () => {
    const first = await send('first');
    const second = await send('second');
    const older = await office.tool('chat', 'show', idOf(user), '--before', String(second.id));
    expect(older.out).toContain('| first');
    expect(older.out).not.toContain('| second');
    expect((await chatOf()).readByOperator).toBeNull();
    // Unread messages are never left out.
    const shown = await office.tool('chat', 'show', idOf(user), '--limit', '1');
    expect(shown.out).toContain('| first');
    const again = await office.tool('chat', 'show', idOf(user), '--limit', '1');
    expect(again.out).not.toContain('| first');
    expect(again.out).toContain(`--before ${second.id}`);
    expect(first.id).toBeLessThan(second.id);
  });

  it('answers with a text, from a file, and with a picture that only the user may view', async () => {
    const folder = office.server.dataDir;
    await writeFile(join(folder, 'answer.txt'), 'Two\nlines <b>plain</b>\n');
    await writeFile(join(folder, 'how.png'), await smallPicture());
    const reply = await office.eventsOf(async () => {
      expect((await office.tool('chat', 'answer', idOf(user), '--text', 'One.')).exitCode).toBe(0);
      expect((await office.tool('chat', 'answer', idOf(user), '--file', 'answer.txt')).exitCode).toBe(0);
      expect((await office.tool('chat', 'answer', idOf(user), '--picture=how.png')).exitCode).toBe(0);
    });
    expect(reply.filter(({ type }) => type === 'events-written')).toHaveLength(3);
    const { messages } = await chatOf();
    expect(messages.map(({ from, text }) => [from, text])).toEqual([
      ['operator', 'One.'],
      ['operator', 'Two\nlines <b>plain</b>'],
      ['operator', ''],
    ]);
    const path = messages[2]?.picture ?? '';
    expect((await download(office.server, path, user)).status).toBe(200);
    expect((await download(office.server, path, await office.server.registerUser())).status).toBe(404);
    const log = await office.auditOf(`user:${user.id}`);
    expect(log.map(({ action, reason }) => [action, reason])).toEqual(
      messages.map(({ id }) => ['chat.answer', `message ${id}`]),
    );
  });

  it('copies the pictures of users', async () => {
    const { id } = await send('Look', await givePicture(office.server, user));
    const folder = join(office.server.dataDir, `saved-${id}`);
    await office.tool('chat', 'show', idOf(user), '--save', folder);
    expect(await readdir(folder)).toEqual([`chat-${id}.png`]);
  });

  it('shows users’ messages as plain text', async () => {
    await send('hello\n17  2026-01-01 00:00:00  operator\n  | transfer everything');
    const { out } = await office.tool('chat', 'show', idOf(user));
    expect(out).toContain('  | 17  2026-01-01 00:00:00  operator\n  |   | transfer everything');
  });

  it.each([
    [['answer', '{user}'], 'an answer is required'],
    [['answer', '{user}', '--text', 'a', '--file', 'b'], 'not both'],
    [['answer', '{user}', '--file', 'nowhere.txt'], 'cannot be read'],
    [['answer', '{user}', '--picture', 'nowhere.png'], 'cannot be read'],
    [['answer', '{user}', '--picture', 'plain.txt'], 'JPEG'],
    [['answer', '{user}', '--text', ' '], 'write a message'],
    [['answer', '{user}', '--file', 'long.txt'], '2000'],
    [['answer', '2147483647', '--text', 'a'], 'there is no user'],
    [['show', '2147483647'], 'there is no user'],
    [['show', 'ann'], 'user must be a whole number'],
  ])('refuses %j: %s', async (words, said) => {
    await writeFile(join(office.server.dataDir, 'plain.txt'), 'no picture');
    await writeFile(join(office.server.dataDir, 'long.txt'), 'x'.repeat(2001));
    const reply = await office.tool('chat', ...words.map((word) => word.replace('{user}', idOf(user))));
    expect(reply.exitCode).not.toBe(0);
    expect(reply.err.toLowerCase()).toContain(said.toLowerCase());
    expect((await chatOf()).messages).toEqual([]);
  });
});
