// Options settled a second at one expiry, on each available engine. Beside it, in the same run and on the same kind of
// database, the bare ledger function posts the same batches, with prepared arguments, each in its own transaction. Then
// how long a tick, a spot order and a purchase in the same market wait at most meanwhile, as a multiple of one batch.
// OPTIONS_OPEN=1000 tries it with fewer.
import type { UserId } from '@halyard/contract/ids';
import { decimal } from '@halyard/contract/money';
import type { OptionResult } from '@halyard/contract/options/rules';
import type { OpenDatabase } from '../server/src/db/connect.ts';
import type { Database } from '../server/src/db/database.ts';
import { postEntries, toArrays } from '../server/src/ledger/ledger.ts';
import { openEntry, settleEntry } from '../server/src/modules/options/ledgerEntries.ts';
import { moneyOf } from '../server/src/modules/options/optionsRepository.ts';
import { settleMarket, SETTLED_AT_ONCE } from '../server/src/modules/options/settleMarket.ts';
import { createSpotService } from '../server/src/modules/spot/service.ts';
import { accountOf, CURRENCY, deposit, insertUsers } from '../server/src/testing/ledgerFixtures.ts';
import { copyOption, type CopiedOption } from '../server/src/testing/copyOption.ts';
import { openOptionDesk, type OptionDesk } from '../server/src/testing/optionDesk.ts';
import { orderRequest } from '../server/src/testing/spotMarket.ts';
import { testEngines } from '../server/src/testing/testDatabase.ts';

const OPEN = Number(process.env['OPTIONS_OPEN'] ?? '10000');
const ROUNDS = 5;
/** Each has five of them. */
const BUYERS = Math.ceil(OPEN / 5);
const FUNDS = '1000000';
const CAPITAL = '1000000000';
const GOAL = { aSecond: 2000 };
/** In batches. */
const WAIT_MAX = { 'a tick': 1, 'a spot order': 1, 'a purchase': 2 } as const;
const LEDGER_POST = 'select ledger_post($1, $2, $3, $4, $5, $6, $7, $8, $9) as refused';

/** The API of the drivers, below drizzle. */
type BareConnection = { query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }> };
type BareClient = BareConnection & {
  connect?(): Promise<BareConnection & { release(): void }>;
  transaction?(work: (connection: BareConnection) => Promise<void>): Promise<void>;
};

type Engine = OpenDatabase['engine'];
type OpenMoney = ReturnType<typeof stakeOf>;

async function openBuyers({ db }: OptionDesk): Promise<UserId[]> {
  const buyers = await insertUsers(db, BUYERS);
  for (let first = 0; first < BUYERS; first += SETTLED_AT_ONCE) {
    const entries = buyers
      .slice(first, first + SETTLED_AT_ONCE)
      .map((userId) => deposit(accountOf(userId, CURRENCY.USDT, 'option'), FUNDS));
    await db.transaction((tx) => postEntries(tx, entries));
  }
  return buyers;
}

/** Opens the given number of options that expire at one instant: copies of a bought one, alternating up and down. */
async function openMany(desk: OptionDesk, buyers: readonly UserId[]): Promise<{ dueMs: number; open: OpenMoney[] }> {
  const { db } = desk;
  await desk.tick('60000');
  const bought = await desk.purchase(await desk.verified(FUNDS));
  const rows = await copyOption(db, bought.id, { copies: OPEN - 1, owners: buyers });
  const open = rows.map(stakeOf);
  for (let first = 0; first < open.length; first += SETTLED_AT_ONCE) {
    const entries = open.slice(first, first + SETTLED_AT_ONCE).map((option) => openEntry(option));
    await db.transaction((tx) => postEntries(tx, entries));
  }
  await db.execute('analyze options, ledger_accounts, ledger_entries');
  return { dueMs: Date.parse(bought.dueAt), open: [{ ...stakeOf(rowOf(bought)), userId: bought.userId }, ...open] };
}

function rowOf({
  id,
  userId,
  direction,
  stake,
  fee,
  payout,
}: Awaited<ReturnType<OptionDesk['purchase']>>): CopiedOption {
  return { id: String(id), user_id: userId, direction, stake, fee, payout };
}

function stakeOf(row: CopiedOption) {
  const result: OptionResult = row.direction === 'up' ? 'win' : 'lose';
  return {
    ...moneyOf(row),
    id: Number(row.id) as Parameters<typeof openEntry>[0]['id'],
    userId: row.user_id as UserId,
    currencyId: CURRENCY.USDT,
    result,
  };
}

/** Settles the options due at the last tick; returns how long each batch had the database, in milliseconds. */
async function settleAll({ deps, request }: OptionDesk): Promise<number[]> {
  const batches: number[] = [];
  const { db } = deps;
  const transaction: Database['transaction'] = async (work, config) => {
    let startedAtMs = 0;
    const result = await db.transaction((tx) => {
      startedAtMs = performance.now();
      return work(tx);
    }, config);
    batches.push(performance.now() - startedAtMs);
    return result;
  };
  const { marketId } = request();
  if (marketId == null) throw new Error('there is no market');
  const timed = Object.assign(Object.create(db) as Database, { transaction });
  await settleMarket({ ...deps, db: timed }, marketId);
  return batches;
}

/** The same batches by the ledger function alone. */
async function postAll(db: Database, open: readonly OpenMoney[]): Promise<number> {
  const ready = Array.from({ length: Math.ceil(open.length / SETTLED_AT_ONCE) }, (_, batch) =>
    toArrays(
      open
        .slice(batch * SETTLED_AT_ONCE, (batch + 1) * SETTLED_AT_ONCE)
        .map((option) => settleEntry(option, option.result)),
    ),
  );
  // drizzle stores the driver's client here.
  const client = (db as unknown as { readonly $client: BareClient }).$client;
  const startedAtMs = performance.now();
  for (const values of ready) {
    await inBareTransaction(client, async (connection) => {
      const { rows } = await connection.query(LEDGER_POST, values);
      if (rows[0]?.['refused'] !== null) throw new Error('an end was refused');
    });
  }
  return performance.now() - startedAtMs;
}

async function inBareTransaction(client: BareClient, work: (connection: BareConnection) => Promise<void>) {
  if (client.transaction !== undefined) return client.transaction(work);
  const connection = await client.connect?.();
  if (connection === undefined) throw new Error('the driver has no transactions');
  try {
    await connection.query('begin');
    await work(connection);
    await connection.query('commit');
  } finally {
    connection.release();
  }
}

type Place = { readonly desk: OptionDesk; readonly buyers: readonly UserId[] };

async function openPlace(engine: Engine): Promise<Place> {
  const desk = await openOptionDesk(CAPITAL, engine);
  return { desk, buyers: await openBuyers(desk) };
}

/** Repeats `act` until the end of `until`; returns how long each took. */
async function meanwhile(until: Promise<unknown>, act: () => Promise<unknown>): Promise<number[]> {
  const end = new AbortController();
  const ended = until.then(() => end.abort());
  const took: number[] = [];
  while (!end.signal.aborted) {
    const startedAtMs = performance.now();
    await act();
    took.push(performance.now() - startedAtMs);
  }
  await ended;
  return took;
}

/**
 * How long other work took while all were settled, as a multiple of a batch: the median relative to the median batch,
 * the longest relative to the longest. A purchase settles a batch of its own, and the two take turns.
 */
async function waitsOn({ desk, buyers: owners }: Place) {
  const { db, clock } = desk;
  const spot = createSpotService(desk);
  await db.transaction((tx) => postEntries(tx, [deposit({ house: 'maker', currencyId: CURRENCY.BTC }, '100000')]));
  const [trader] = await insertUsers(db, 1);
  if (trader === undefined) throw new Error('no user was made');
  await db.transaction((tx) => postEntries(tx, [deposit(accountOf(trader, CURRENCY.USDT), FUNDS)]));
  const buyers = await Promise.all(Array.from({ length: 20 }, () => desk.verified(FUNDS)));
  let turn = 0;
  const acts = {
    'a tick': () => desk.tick('60001'),
    'a spot order': () => spot.placeOrder(trader, orderRequest('buy', '0.0001')),
    'a purchase': () => {
      turn += 1;
      const stake = decimal(`${10 + turn}`);
      return desk.purchase(buyers[turn % buyers.length] as UserId, { stake, seconds: 300 });
    },
  };
  await desk.publish(({ currencies }) => ({ currencies: currencies.map((one) => ({ ...one, openMax: 1000 })) }));
  const waits = [];
  for (const name of ['a tick', 'a spot order', 'a purchase'] as const) {
    const act = acts[name];
    await act();
    const { dueMs } = await openMany(desk, owners);
    await desk.tickAt(Math.max(dueMs, clock.nowMs()), '60001');
    const settling = settleAll(desk);
    const took = await meanwhile(settling, act);
    const batches = await settling;
    const batch = median(batches);
    const longest = Math.max(...took) / Math.max(...batches);
    waits.push({ name, count: took.length, batch, usual: median(took) / batch, longest });
  }
  return waits;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

const verdict = (isMet: boolean) => (isMet ? 'met' : 'missed');

async function measureOn(engine: Engine): Promise<void> {
  const [place, bare] = [await openPlace(engine), await openPlace(engine)];
  try {
    await measureIn(engine, place, bare);
  } finally {
    await place.desk.close();
    await bare.desk.close();
  }
}

async function measureIn(engine: Engine, place: Place, bare: Place): Promise<void> {
  const [settled, posted]: [number[], number[]] = [[], []];
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const { dueMs } = await openMany(place.desk, place.buyers);
    await place.desk.tickAt(dueMs, '60001');
    const startedAtMs = performance.now();
    await settleAll(place.desk);
    const ms = performance.now() - startedAtMs;
    const { open } = await openMany(bare.desk, bare.buyers);
    const bareMs = await postAll(bare.desk.db, open);
    if (round === 0) continue;
    settled.push((OPEN * 1000) / ms);
    posted.push((OPEN * 1000) / bareMs);
  }
  const rate = median(settled);
  const share = median(settled.map((one, round) => (100 * one) / (posted[round] ?? Number.NaN)));
  console.log(`options settled at one end on ${engine}, ${OPEN} open, medians of ${ROUNDS} rounds`);
  console.log(`  the bare ledger function, the same batches  ${Math.round(median(posted))} /s`);
  console.log(`  settled, notified, receipted                ${Math.round(rate)} /s, ${Math.round(share)} % of it`);
  if (engine === 'postgres') console.log(`  goal: ${GOAL.aSecond} /s: ${verdict(rate >= GOAL.aSecond)}`);

  for (const { name, count, batch, usual, longest } of await waitsOn(place)) {
    const took = `took ${usual.toFixed(2)} batches in the median of ${count}, ${longest.toFixed(2)} at most`;
    const goal = `goal ${WAIT_MAX[name]}: ${verdict(longest <= WAIT_MAX[name])}`;
    console.log(`  meanwhile ${name} ${took} (a batch ${batch.toFixed(0)} ms); ${goal}`);
  }
}

for (const engine of await testEngines()) await measureOn(engine);
