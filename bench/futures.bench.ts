// Ticks a second with many open positions, of which none, one in a hundred and all are closed by them, on each
// available engine; beside it, in the same run and on the same kind of database, the bare append of the same ticks.
// Then the cost of a tick that affects no position, with a hundred open positions and with a hundred thousand.
// CONTRACTS_OPEN=1000 tries it with fewer.
import type { UserId } from '@halyard/contract/ids';
import type { OpenDatabase } from '../server/src/db/connect.ts';
import { postEntries } from '../server/src/ledger/ledger.ts';
import { openFuturesDesk, type FuturesDesk } from '../server/src/testing/futuresDesk.ts';
import { copyPosition } from '../server/src/testing/copyPosition.ts';
import { accountOf, CURRENCY, deposit, insertUsers } from '../server/src/testing/ledgerFixtures.ts';
import { testEngines } from '../server/src/testing/testDatabase.ts';

const OPEN = Number(process.env['CONTRACTS_OPEN'] ?? '10000');
const ROUNDS = 3;
const TICKS = 100;
const OWNERS = Math.ceil(OPEN / 5);
const SMALL = 100;
const LARGE = OPEN * 10;
const RATIO_MAX = 1.5;
const AT_ONCE = 500;

type Engine = OpenDatabase['engine'];
type Place = { readonly desk: FuturesDesk; readonly owners: readonly UserId[] };

async function openPlace(engine: Engine): Promise<Place> {
  const desk = await openFuturesDesk({ engine, capital: '1000000000', insurance: '1000000' });
  const owners = await insertUsers(desk.db, OWNERS);
  for (let first = 0; first < OWNERS; first += AT_ONCE) {
    const entries = owners
      .slice(first, first + AT_ONCE)
      .map((userId) => deposit(accountOf(userId, CURRENCY.USDT, 'futures'), '1000000'));
    await desk.db.transaction((tx) => postEntries(tx, entries));
  }
  return { desk, owners };
}

/** Opens positions that remain open until 30,000. */
async function openMany({ desk, owners }: Place, copies: number, isPosted = true): Promise<void> {
  await desk.tick('60000');
  const { id } = await desk.open(await desk.trader('100000'), { leverage: 2, lots: 1 });
  await copyPosition(desk.db, id, { copies, owners, isPosted });
}

/** Opens positions that stop one after the other while prices fall from 59,990 to 58,990. */
async function openStopping({ desk, owners }: Place, copies: number): Promise<void> {
  await desk.tick('60000');
  const user = await desk.trader('100000');
  const { id } = await desk.open(user, { leverage: 2, lots: 1 });
  const stops = { first: '59990', last: '58991' };
  await copyPosition(desk.db, id, { copies, owners, stops, isPosted: true });
}

/** Prices from 59,990 down to 58,990. */
const falling = (index: number) => `${59_990 - Math.ceil((index * 1000) / TICKS)}`;
const still = (index: number) => `${60_000 + (index % 3)}`;

/** Appends ticks one after the other, each with its effect on positions; returns ticks a second. */
async function play({ tick, advance }: Pick<FuturesDesk, 'tick' | 'advance'>, priceAt: (index: number) => string) {
  const startedAtMs = performance.now();
  for (let index = 1; index <= TICKS; index += 1) {
    await tick(priceAt(index), 1);
    await advance();
  }
  return (TICKS * 1000) / (performance.now() - startedAtMs);
}

const playBare = ({ tick }: FuturesDesk, priceAt: (index: number) => string) =>
  play({ tick, advance: async () => undefined }, priceAt);

function median(values: readonly number[]): number {
  const sorted = [...values].toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

async function measureRates(place: Place, bare: FuturesDesk): Promise<void> {
  const { desk } = place;
  const kinds = [
    { name: 'none of them closed', closing: 0 },
    { name: 'one in a hundred closed', closing: Math.ceil(OPEN / 100) },
    { name: 'all of them closed', closing: OPEN },
  ];
  await openMany(place, OPEN);
  for (const { name, closing } of kinds) {
    const rates: number[] = [];
    const shares: number[] = [];
    // The first round warms up.
    for (let round = 0; round <= ROUNDS; round += 1) {
      if (closing > 0) await openStopping(place, closing);
      await desk.db.execute('analyze futures_positions, ledger_accounts, ticks');
      const priceAt = closing > 0 ? falling : still;
      const rate = await play(desk, priceAt);
      const baseline = await playBare(bare, priceAt);
      if (round === 0) continue;
      rates.push(rate);
      shares.push((100 * rate) / baseline);
    }
    const share = `${Math.round(median(shares))} % of the bare append`;
    const closed = closing === 0 ? '' : `, ${Math.round((median(rates) * closing) / TICKS)} closed /s`;
    console.log(`  ${name.padEnd(24)}  ${median(rates).toFixed(1)} ticks /s, ${share}${closed}`);
  }
}

/** Milliseconds of a tick that affects no position, alternating between few and many open positions. */
async function measureCost(few: Place, many: Place): Promise<void> {
  await openMany(few, SMALL, false);
  await openMany(many, LARGE, false);
  // Excludes rows that were just written: the database clears them in its own time.
  for (const { desk } of [few, many]) await desk.db.execute('vacuum analyze futures_positions');
  const ratios: number[] = [];
  const costs: number[] = [];
  for (let round = 0; round <= 2 * ROUNDS; round += 1) {
    const cost = { few: 1000 / (await play(few.desk, still)), many: 1000 / (await play(many.desk, still)) };
    if (round === 0) continue;
    ratios.push(cost.many / cost.few);
    costs.push(cost.many);
  }
  const ratio = median(ratios);
  const verdict = ratio <= RATIO_MAX ? 'met' : 'missed';
  console.log(
    `  a tick that touches none of ${LARGE}: ${median(costs).toFixed(2)} ms, ${ratio.toFixed(2)} times that with ${SMALL}`,
  );
  console.log(`  goal: ${RATIO_MAX} times: ${verdict}`);
}

for (const engine of await testEngines()) {
  console.log(`contracts on ${engine}, ${OPEN} open, medians of ${ROUNDS} rounds of ${TICKS} ticks`);
  const [place, bare, few] = [await openPlace(engine), await openFuturesDesk({ engine }), await openPlace(engine)];
  try {
    await measureRates(place, bare);
    await measureCost(few, place);
  } finally {
    for (const desk of [place.desk, bare, few.desk]) await desk.shut();
  }
}
