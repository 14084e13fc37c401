// Allots a new coin to 100,000 participants on PostgreSQL: seconds, and the additional memory at its peak. Beside it,
// in the same run, the bare ledger function posts as many batches of the same size, with prepared arguments.
// PARTICIPANTS=1000 tries it with fewer.
import type { CurrencyId, OfferingId } from '@halyard/contract/ids';
import { decimal } from '@halyard/contract/money';
import { HOUR_MS } from '@halyard/contract/time';
import { toArrays } from '../server/src/ledger/ledger.ts';
import { USERS_AT_ONCE } from '../server/src/modules/launchpad/advanceJob.ts';
import { allotEntry, type HeldMoney } from '../server/src/modules/launchpad/ledgerEntries.ts';
import { openOfferingDesk } from '../server/src/testing/offeringDesk.ts';
import { openTestDatabaseOn, testEngines } from '../server/src/testing/testDatabase.ts';
import { measured } from './measured.ts';

const PARTICIPANTS = Number(process.env['PARTICIPANTS'] ?? '100000');
const AT_ONCE = 5000;
const AMOUNT = '10';
const say = (line: string) => void process.stdout.write(`${line}\n`);

if (!(await testEngines()).includes('postgres')) say('PostgreSQL does not answer: nothing is measured.');
else await run();

async function run(): Promise<void> {
  const desk = await openOfferingDesk(await openTestDatabaseOn('postgres'));
  const id = await desk.publish({ supply: decimal('100000') });
  await subscribeAll(desk, id);
  desk.clock.advance(HOUR_MS);
  const { ms, megabytes } = await measured(() => desk.run());
  // Before the bare ledger, which keeps no orders.
  const faults = await desk.faults();
  const bare = await bareSeconds(desk);
  say(`${PARTICIPANTS} participants: ${(ms / 1000).toFixed(1)} s, ${Math.round(megabytes)} MB more at the peak`);
  say(`the bare ledger function with the same entries: ${bare.toFixed(1)} s`);
  say(`offer ${await desk.statusOf(id)}, faults of the books: ${faults.length}`);
  await desk.close();
  if (faults.length > 0) process.exitCode = 1;
}

type Desk = Awaited<ReturnType<typeof openOfferingDesk>>;

async function subscribeAll(desk: Desk, id: OfferingId): Promise<HeldMoney[]> {
  const held: HeldMoney[] = [];
  for (let made = 0; made < PARTICIPANTS; made += AT_ONCE) {
    const users = await desk.users(Math.min(AT_ONCE, PARTICIPANTS - made), AMOUNT);
    held.push(...(await desk.subscribeMany(id, users, AMOUNT)));
  }
  return held;
}

/** Other users subscribe as much, and the ledger alone does what an allotment does to their books. */
async function bareSeconds(desk: Desk): Promise<number> {
  const id = await desk.publish({ coin: 'BARE', supply: decimal('100000') });
  const held = await subscribeAll(desk, id);
  const coinId = (await desk.coinIdOf('BARE')) as CurrencyId;
  const got = { coinId, paid: decimal('0.5'), coins: decimal('1'), interest: decimal('0.025'), isLocked: true };
  const batches: unknown[][] = [];
  for (let from = 0; from < held.length; from += USERS_AT_ONCE) {
    batches.push(toArrays(held.slice(from, from + USERS_AT_ONCE).map((one) => allotEntry({ ...one, ...got }))));
  }
  const { $client } = desk.db as unknown as { $client: { query(text: string, values: unknown[]): Promise<unknown> } };
  const startedAt = performance.now();
  for (const batch of batches) await $client.query('select ledger_post($1, $2, $3, $4, $5, $6, $7, $8, $9)', batch);
  return (performance.now() - startedAt) / 1000;
}
