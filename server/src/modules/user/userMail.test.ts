// Mails about an account, through the real app: in the user's language, to the registered address, once their event is
// committed.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { UserId } from '@halyard/contract/ids';
import { LANGUAGES } from '@halyard/contract/languages';
import { rowsOf } from '../../db/database.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { alertUser, enqueueMail } from './userMail.ts';

const AT = '2026-03-05T10:00:00.000Z';
const happened = (userId: UserId) =>
  ({ userId, kind: 'address_added', details: { channel: 'USDT', chain: 'TRC20' }, at: AT }) as const;

const clock = createTestClock(Date.parse(AT));
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.close());

async function sendAlert(userId: UserId): Promise<void> {
  await server.db.transaction((tx) => enqueueMail(tx, happened(userId)));
  server.events.publish({ type: 'events-written' });
}
const to = (address: string) => server.messages.filter((message) => message.address === address).slice(1);

test.each(LANGUAGES)('a mail in %s names what happened and when', async (language) => {
  const user = await server.registerUser();
  await server.db.execute(sql`update users set language = ${language} where id = ${user.id}`);
  await sendAlert(user.id);
  await vi.waitFor(() => expect(to(user.address)).toHaveLength(1));
  const [mail] = to(user.address);
  expect(mail).toMatchObject({ channel: 'mail', subject: expect.stringContaining('Halyard') });
  expect(mail?.body).toMatch(/USDT[^]*TRC20[^]*2026-03-05 10:00/);
  expect(`${mail?.subject} ${mail?.body}`).not.toContain('{{');
});

test('a user who registered with a phone gets a text message; a rolled back event is sent to no one', async () => {
  const user = await server.registerUser();
  const rolledBack = server.db.transaction(async (tx) => {
    await enqueueMail(tx, happened(user.id));
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  const phone = '+12015550177';
  await server.db.execute(sql`update users set email = null, phone = ${phone} where id = ${user.id}`);
  await sendAlert(user.id);
  await vi.waitFor(() => expect(server.messages.filter(({ address }) => address === phone)).toHaveLength(1));
  expect(server.messages.at(-1)).toMatchObject({ channel: 'text', address: phone });
  const left = () => rowsOf(server.db, sql`select 1 as due from jobs where kind = 'user_mail'`);
  await vi.waitFor(async () => expect(await left()).toEqual([]));
  expect(to(user.address)).toEqual([]);
});

test.each([
  ['sessions_ended', 5],
  ['password_changed', 20],
] as const)(
  'of %s a user is mailed %i times an hour, in the app each time, and of other things as well',
  async (kind, most) => {
    const user = await server.registerUser();
    const happens = (of: 'address_added' | typeof kind) => {
      const at = new Date(clock.nowMs()).toISOString();
      return server.db.transaction((tx) => alertUser(tx, { ...happened(user.id), kind: of, at }));
    };
    await Promise.all(Array.from({ length: most + 5 }, () => happens(kind)));
    await happens('address_added');
    clock.advance(3_600_000);
    await happens(kind);
    server.events.publish({ type: 'events-written' });
    await vi.waitFor(() => expect(to(user.address)).toHaveLength(most + 2));
    const left = () => rowsOf(server.db, sql`select 1 as due from jobs where kind = 'user_mail'`);
    await vi.waitFor(async () => expect(await left()).toEqual([]));
    expect(to(user.address)).toHaveLength(most + 2);
    expect(await rowsOf(server.db, sql`select 1 from user_events where user_id = ${user.id}`)).toHaveLength(most + 7);
  },
);
