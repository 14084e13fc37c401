// Old rows are deleted in limited numbers; recent rows, and rows in use, stay.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from './db/connect.ts';
import { rowsOf } from './db/database.ts';
import { createPruneJob } from './jobs/job.ts';
import { pruneBars } from './market/candles.ts';
import { chat } from './modules/chat/index.ts';
import { forgetPictures } from './modules/identity/identityRepository.ts';
import { listUnused } from './modules/uploads/uploadsRepository.ts';
import { runAllJobs } from './jobs/jobRunner.ts';
import { PRUNERS } from './retention.ts';
import { createTestClock } from './testing/testClock.ts';
import { openTestDatabase } from './testing/testDatabase.ts';

const clock = createTestClock();
const log = { error: expect.unreachable, warn: expect.unreachable } as never;
const at = (daysAgo: number) => new Date(clock.nowMs() - daysAgo * 86_400_000).toISOString();

describe('retention', () => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
    await database.db.execute(sql`insert into users (id, password_hash, invitation_code) values (1, '', 'A')`);
  });
  afterAll(() => database.close());

  const kind = createPruneJob({ clock }, PRUNERS);
  /** Runs the jobs of a node that was down for a long time. */
  const prune = async () => {
    const { db } = database;
    await db.transaction(async (tx) => kind.begin?.(tx));
    await db.execute(sql`update jobs set due_at = ${at(1)} where kind = ${kind.name}`);
    await runAllJobs({ db, clock, events: {} as never, log }, kind, new AbortController().signal);
  };
  const namesOf = async (table: string, column: string) => {
    const rows = await rowsOf<{ name: string }>(
      database.db,
      sql`select ${sql.identifier(column)}::text as name from ${sql.identifier(table)} order by 1`,
    );
    return rows.map(({ name }) => name);
  };

  it('deletes request ids after a week, in any number', async () => {
    await database.db.execute(sql`insert into client_requests (user_id, request_id, body_hash, created_at)
      select 1, gen_random_uuid(), case when n <= 1200 then 'old' else 'young' end,
        case when n <= 1200 then ${at(7.01)}::timestamptz else ${at(6.99)}::timestamptz end from generate_series(1, 1203) as n`);
    await prune();
    expect(await namesOf('client_requests', 'body_hash')).toEqual(['young', 'young', 'young']);
  });

  it('deletes short bars some months after the newest tick of their series, and keeps the longer ones', async () => {
    const { db } = database;
    await db.execute(sql`insert into price_series (id, market_id, source, identity, last_at)
      select 1000 + n, (select min(id) from markets), 'simulated', 'bars ' || n, last_at::timestamptz from (values (0, ${at(0)}), (1, ${at(3000)})) as v (n, last_at)`);
    await db.execute(sql`insert into candles (series_id, period, opened_at, open, high, low, close, volume, turnover, last_seq)
      select s.id, p.period, s.last_at - o.ago::interval, 1, 1, 1, 1, 1, 1, 1
      from price_series s, (values ('1min'), ('30min'), ('60min')) as p (period), (values ('1 hour'), ('12 months'), ('14 months')) as o (ago)
      where s.id >= 1000`);
    const pruned = () => db.transaction((tx) => pruneBars(tx, 13, 3));
    expect([await pruned(), await pruned(), await pruned()]).toEqual([3, 1, 0]);
    const left = await rowsOf(
      db,
      sql`select period, count(*)::int as bars from candles where series_id >= 1000 group by 1 order by 1`,
    );
    expect(left).toEqual([
      { period: '1min', bars: 4 },
      { period: '30min', bars: 4 },
      { period: '60min', bars: 6 },
    ]);
  });

  it('forgets pictures of identity checks years after they were rejected, and of no others', async () => {
    const { db } = database;
    await db.execute(sql`insert into users (id, password_hash, invitation_code)
      select id, '', 'P' || id from generate_series(11, 14) as id`);
    await db.execute(sql`insert into uploads (id, user_id, media_type, extension, bytes, sha256)
      select gen_random_uuid(), id, 'image/png', 'png', 1, '' from generate_series(11, 14) as id`);
    await db.execute(sql`insert into identity_checks (user_id, level, status, front_id, back_id, reviewed_at)
      select c.user_id, 'advanced', c.status, u.id, u.id, c.reviewed_at::timestamptz
      from (values (11, 'rejected', ${at(5.1 * 366)}), (12, 'rejected', ${at(4.9 * 365)}), (13, 'verified', ${at(5.1 * 366)}), (14, 'pending', null))
        as c (user_id, status, reviewed_at) join uploads u on u.user_id = c.user_id`);
    const forgotten = () =>
      db.transaction((tx) => forgetPictures(tx, { nowMs: clock.nowMs(), rowsMax: 500, years: 5 }));
    expect([await forgotten(), await forgotten()]).toEqual([1, 0]);
    const left = await rowsOf(
      db,
      sql`select user_id, front_id = back_id as pictured from identity_checks where user_id >= 11 order by user_id`,
    );
    expect(left).toEqual([
      { user_id: 11, pictured: null },
      ...[12, 13, 14].map((id) => ({ user_id: id, pictured: true })),
    ]);
  });

  it('deletes messages of chats years after they were written, and leaves their pictures unused', async () => {
    const { db } = database;
    const year = 365.25;
    await db.execute(
      sql`insert into users (id, password_hash, invitation_code) values (21, '', 'C21'), (22, '', 'C22')`,
    );
    await db.execute(sql`insert into uploads (id, user_id, media_type, extension, bytes, sha256, created_at)
      select gen_random_uuid(), 21, 'image/png', name, 1, '', ${at(4 * year)}::timestamptz from (values ('old'), ('young')) as u (name)`);
    await db.execute(sql`insert into chat_messages (user_id, sender, body, picture_id, created_at)
      select m.user_id, m.sender, m.body, u.id, m.at::timestamptz from (values
        (21, 'user', 'old', ${at(3.01 * year)}), (21, 'operator', 'answered', ${at(3.01 * year)}), (22, 'user', 'older', ${at(9 * year)}),
        (21, 'user', 'young', ${at(2.99 * year)}), (22, 'operator', 'now', ${at(0)})) as m (user_id, sender, body, at)
      left join uploads u on u.extension = m.body`);
    await db.execute(
      sql`insert into chat_reads (user_id, by_user, by_operator) select 21, max(id), max(id) from chat_messages`,
    );
    // The years are a setting of the operator.
    const { pruners } = chat.create?.({ settings: { retention: { chatYears: 3 } } } as never) ?? {};
    const pruned = () =>
      db.transaction((tx) => pruners?.['chat']?.(tx, clock.nowMs(), 2) ?? Promise.reject(new Error('no pruner')));
    expect([await pruned(), await pruned(), await pruned()]).toEqual([2, 1, 0]);
    expect(await namesOf('chat_messages', 'body')).toEqual(['now', 'young']);
    expect(await namesOf('chat_reads', 'user_id')).toEqual(['21']);
    const unused = (await listUnused(db, at(0), 10)).map(({ extension }) => extension);
    expect(unused).toEqual(['old']);
  });

  it('deletes codes two days after they ended', async () => {
    await database.db
      .execute(sql`insert into codes (address, purpose, code_hash, requested_by_ip, tries_left, expires_at)
      values ('old', 'own', '', '', 5, ${at(2.01)}), ('counted', 'own', '', '', 5, ${at(0.9)}), ('good', 'own', '', '', 5, ${at(-0.01)})`);
    await prune();
    expect(await namesOf('codes', 'address')).toEqual(['counted', 'good']);
  });

  it('deletes password attempts a day after the last one', async () => {
    await database.db.execute(sql`insert into login_tries (key, failures, at)
      values ('old', 5, ${at(1.01)}), ('young', 5, ${at(0.99)})`);
    await prune();
    expect(await namesOf('login_tries', 'key')).toEqual(['young']);
  });

  it('deletes passkey challenges a day after they expired', async () => {
    await database.db.execute(sql`insert into passkey_challenges (challenge, purpose, origin, expires_at)
      values ('old', 'login', '', ${at(1.01)}), ('young', 'login', '', ${at(0.99)})`);
    await prune();
    expect(await namesOf('passkey_challenges', 'challenge')).toEqual(['young']);
  });

  it('deletes sessions a quarter of a year after their end, with dependent rows', async () => {
    const session = (hash: string, seen: number, expires: number, revoked: number | null) =>
      sql`(1, ${hash}, ${at(seen)}::timestamptz, ${at(expires)}::timestamptz, ${revoked === null ? null : at(revoked)}::timestamptz)`;
    await database.db
      .execute(sql`insert into sessions (user_id, token_hash, last_seen_at, expires_at, revoked_at) values
      ${session('revoked', 91, 70, 91)}, ${session('over', 98, 91, null)},
      ${session('open', 1, -20, null)}, ${session('lately', 89, 89, 89)}`);
    await database.db.execute(sql`insert into push_subscriptions
        (user_id, session_id, endpoint, public_key, secret, server_key, categories, language, hides_amounts, since)
      select 1, id, token_hash, '', '', '', '{}', 'en', false, now() from sessions`);
    await prune();
    expect(await namesOf('sessions', 'token_hash')).toEqual(['lately', 'open']);
    expect(await namesOf('push_subscriptions', 'endpoint')).toEqual(['open']);
  });

  it('deletes the outbox of a sandbox after a week', async () => {
    await database.db.execute(sql`insert into outbox (channel, address, subject, body, created_at)
      values ('mail', 'old', '', '', ${at(7.01)}), ('mail', 'young', '', '', ${at(6.99)})`);
    await prune();
    expect(await namesOf('outbox', 'address')).toEqual(['young']);
  });

  it('runs again an hour later, and leaves rows of another version', async () => {
    await database.db.execute(
      sql`insert into jobs (kind, key, due_at) values (${kind.name}, 'of another version', ${at(1)})`,
    );
    await prune();
    const rows = await rowsOf<{ key: string; minutes: number }>(
      database.db,
      sql`select key, (extract(epoch from due_at - ${at(0)}::timestamptz) / 60)::float8 as minutes from jobs order by key`,
    );
    expect(rows).toEqual(
      [...Object.keys(PRUNERS), 'of another version'].toSorted().map((key) => ({ key, minutes: 60 })),
    );
  });
});
