// A page of messages costs the same for any length of the history, measured by the rows that PostgreSQL reads.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserId } from '@halyard/contract/ids';
import { rowsOf } from '../../db/database.ts';
import { testEnginesByNight } from '../../testing/testDatabase.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { countUnread, messagesQuery, selectMessages, type MessageFilter } from './messageRepository.ts';

/** Maximum for all messages together; a full read takes thousands. */
const BLOCKS_MAX = 400;
const ORDERS = 100_000;

type Plan = { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number };

describe.runIf((await testEnginesByNight()).includes('postgres'))('a user with 100,000 orders', () => {
  let server: TestServer;
  let id: UserId;
  beforeAll(async () => {
    server = await startTestServer({ engine: 'postgres' });
    ({ id } = await server.registerUser());
    await server.db.execute(sql`insert into user_events (user_id, subject, ref, category, at, facts)
      select ${id}, 'order', n, 'fills', date_trunc('minute', now()) - n * interval '1 minute', '{}' from generate_series(1, ${ORDERS}::int) n`);
    await server.db.execute(sql`insert into user_events (user_id, subject, ref, category, at, facts)
      values (${id}, 'deposit', 1, 'deposits', now() - interval '1 year', '{}')`);
    await server.db.execute(sql`analyze`);
  });
  afterAll(() => server.close());

  async function blocksOf(filter: Omit<MessageFilter, 'limit'>): Promise<number> {
    const query = messagesQuery(id, { limit: 21, ...filter });
    const [row] = await rowsOf<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
      server.db,
      sql`explain (analyze, buffers, format json) ${query}`,
    );
    const plan = row?.['QUERY PLAN'][0]?.Plan;
    return plan === undefined ? Infinity : plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  }

  it('reads a page at the top, one below it and one far down at the same cost', async () => {
    const first = await selectMessages(server.db, id, { limit: 21 });
    expect(first).toHaveLength(21);
    const last = first.at(-1);
    const deep = { at: new Date(Date.now() - (ORDERS / 2) * 60_000).toISOString(), id: 1 };
    for (const before of [undefined, last, deep]) expect(await blocksOf({ before })).toBeLessThan(BLOCKS_MAX);
    expect(await selectMessages(server.db, id, { limit: 21, before: deep })).toHaveLength(21);
    expect(await countUnread(server.db, id)).toBe(99);
  });

  it('finds the one message of a category behind all of them at the same cost', async () => {
    expect(await selectMessages(server.db, id, { limit: 21, category: 'deposits' })).toMatchObject([
      { messageId: 'deposit:1' },
    ]);
    expect(await blocksOf({ category: 'deposits' })).toBeLessThan(BLOCKS_MAX);
  });
});
