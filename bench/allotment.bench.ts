// Allotting a new coin to 100,000 participants on PostgreSQL: seconds, and how much more memory this takes at its peak.
// Beside it, in the same run: the bare ledger function posting as many batches of the same size, its arguments made
// ready. PARTICIPANTS=1000 tries it with fewer.
import { sql } from 'drizzle-orm';
import { decimal } from '@halyard/contract/money';
import { toArrays } from '../server/src/ledger/batch.ts';
import { postEntries } from '../server/src/ledger/ledger.ts';
import { rowsOf } from '../server/src/db/database.ts';
import { USERS_AT_ONCE } from '../server/src/modules/offers/allotOffer.ts';
import { allotEntry, holdEntry } from '../server/src/modules/offers/ledgerEntries.ts';
import { CURRENCY } from '../server/src/testing/ledgerFixtures.ts';
import { HOUR_MS, openOfferDesk } from '../server/src/testing/offerDesk.ts';
import { testEngines } from '../server/src/testing/testDatabase.ts';

const PARTICIPANTS = Number(process.env['PARTICIPANTS'] ?? '100000');
const AT_ONCE = 5000;
const AMOUNT = decimal('10');
const MEGABYTE = 1_048_576;
const say = (line: string) => void process.stdout.write(`${line}\n`);

if (!(await testEngines()).includes('postgres')) say('PostgreSQL does not answer: nothing is measured.');
else await run();

async function run(): Promise<void> {
  const desk = await openOfferDesk('postgres');
  const id = await desk.publish({ supply: decimal('100000') });
  for (let made = 0; made < PARTICIPANTS; made += AT_ONCE)
    await subscribeMany(desk, id, Math.min(AT_ONCE, PARTICIPANTS - made));
  desk.clock.advance(HOUR_MS);
  global.gc?.();
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 50);
  const startedAt = performance.now();
  await desk.run();
  const seconds = (performance.now() - startedAt) / 1000;
  clearInterval(watch);
  const bare = await bareSeconds(desk);
  const faults = await desk.faults();
  say(
    `${PARTICIPANTS} participants: ${seconds.toFixed(1)} s, ${Math.round((peak - before) / MEGABYTE)} MB more at the peak`,
  );
  say(`the bare ledger function with the same entries: ${bare.toFixed(1)} s`);
  say(`offer ${await desk.statusOf(id)}, faults of the books: ${faults.length}`);
  await desk.close();
  if (faults.length > 0) process.exitCode = 1;
}

type Desk = Awaited<ReturnType<typeof openOfferDesk>>;

async function subscribeMany(desk: Desk, id: number, count: number): Promise<void> {
  const users = await desk.users(count, '10');
  const orders = await rowsOf<{ id: never; user_id: never }>(
    desk.db,
    sql`insert into subscriptions (offer_id, user_id, amount, status, created_at, updated_at)
      select ${id}, u, ${AMOUNT}::numeric, 'passed', now(), now() from unnest(${sql.param(users)}::int[]) as u
      returning id, user_id`,
  );
  const held = orders.map((one) =>
    holdEntry({ id: one.id, userId: one.user_id, currencyId: CURRENCY.USDT, amount: AMOUNT }),
  );
  for (let from = 0; from < held.length; from += USERS_AT_ONCE) {
    await desk.db.transaction((tx) => postEntries(tx, held.slice(from, from + USERS_AT_ONCE)));
  }
  await desk.db.execute(
    sql`update offers set subscribed = subscribed + ${AMOUNT}::numeric * ${users.length}::int, subscribers = subscribers + ${users.length}::int where id = ${id}`,
  );
}

/** Others subscribe as much, and the ledger alone does what an allotment does to their books. */
async function bareSeconds(desk: Desk): Promise<number> {
  const id = await desk.publish({ coin: 'BARE', supply: decimal('100000') });
  const [coin] = await rowsOf<{ id: never }>(desk.db, sql`select id from currencies where name = 'BARE'`);
  for (let made = 0; made < PARTICIPANTS; made += AT_ONCE)
    await subscribeMany(desk, id, Math.min(AT_ONCE, PARTICIPANTS - made));
  const orders = await rowsOf<{ id: never; user_id: never }>(
    desk.db,
    sql`select id, user_id from subscriptions where offer_id = ${id} order by id`,
  );
  const zero = { paid: decimal('0.5'), coins: decimal('1'), interest: decimal('0.025') };
  const entries = orders.map((one) =>
    allotEntry({
      id: one.id,
      userId: one.user_id,
      currencyId: CURRENCY.USDT,
      coinId: (coin as { id: never }).id,
      amount: AMOUNT,
      isLocked: true,
      ...zero,
    }),
  );
  const batches: unknown[][][] = [];
  for (let from = 0; from < entries.length; from += USERS_AT_ONCE)
    batches.push(toArrays(entries.slice(from, from + USERS_AT_ONCE)) as unknown[][]);
  const pool = (desk.db as unknown as { $client: { query(text: string, values: unknown[]): Promise<unknown> } })
    .$client;
  const startedAt = performance.now();
  for (const batch of batches) await pool.query('select ledger_post($1, $2, $3, $4, $5, $6, $7, $8, $9)', batch);
  const seconds = (performance.now() - startedAt) / 1000;
  await desk.db.execute(
    sql`update subscriptions set status = 'locked', coins = 1, interest = 0.025, paid = 0.5 where offer_id = ${id}`,
  );
  return seconds;
}
