// Cost of a tick that reaches no price alert of its market, with none and with ten thousand of them, alternating, on
// each available engine. It covers the append and the check of alerts that follows, after a day of prices, beside the
// bare append. Then how many alerts fire a second at one tick. ALERTS=1000 tries it with fewer.
import type { AlertId, UserId } from '@halyard/contract/ids';
import { decimal } from '@halyard/contract/money';
import type { AlertKind, AlertMinutes } from '@halyard/contract/price-alerts/rules';
import { MINUTE_MS } from '@halyard/contract/time';
import type { OpenDatabase } from '../server/src/db/connect.ts';
import { createLocalBus } from '../server/src/events/eventBus.ts';
import { listMarketRecords } from '../server/src/market/marketRecord.ts';
import { selectAlerts } from '../server/src/modules/price-alerts/alertsRepository.ts';
import { setAlert, sweepAlerts } from '../server/src/modules/price-alerts/index.ts';
import { copyAlert } from '../server/src/testing/copyAlert.ts';
import { insertUsers } from '../server/src/testing/ledgerFixtures.ts';
import { createScriptedFeed } from '../server/src/testing/scriptedFeed.ts';
import { createTestClock } from '../server/src/testing/testClock.ts';
import { openTestDatabaseOn, testEngines } from '../server/src/testing/testDatabase.ts';

const ALERTS = Number(process.env['ALERTS'] ?? '10000');
const ROUNDS = 9;
const TICKS = 200;
const GOAL = { timesMax: 1.2 };
const SYMBOL = 'BTC/USDT';
const DAY_MINUTES = 1440;
/** Prices remain within 60,000 and 60,002. */
const KINDS: readonly { readonly kind: AlertKind; readonly value: string; readonly minutes?: AlertMinutes }[] = [
  { kind: 'above', value: '61000' },
  { kind: 'below', value: '10000' },
  { kind: 'rise', value: '5', minutes: 5 },
  { kind: 'rise', value: '5', minutes: 60 },
  { kind: 'rise', value: '5', minutes: 1440 },
  { kind: 'fall', value: '5', minutes: 5 },
  { kind: 'fall', value: '5', minutes: 60 },
  { kind: 'fall', value: '5', minutes: 1440 },
];

type Place = Awaited<ReturnType<typeof openPlace>>;

/** A market with a day of prices, and alerts that they do not reach. */
async function openPlace(engine: OpenDatabase['engine'], alerts: number) {
  const { db, close } = await openTestDatabaseOn(engine);
  const clock = createTestClock(Date.parse('2026-01-05T00:00:00.000Z'));
  const log = { warn: fail, error: fail };
  const events = createLocalBus(log);
  const feed = await createScriptedFeed({ db, events, clock }, [SYMBOL]);
  const market = (await listMarketRecords(db)).find(({ symbol }) => symbol === SYMBOL);
  if (market === undefined) throw new Error('there is no market');
  const deps = { db, clock, events };
  for (let minute = 0; minute < DAY_MINUTES; minute += 1) {
    clock.advance(MINUTE_MS);
    await feed.append(SYMBOL, { price: `${60_000 + (minute % 3)}` });
  }
  const owners = await insertUsers(db, Math.max(1, Math.ceil(alerts / 50)));
  const place = { db, clock, feed, deps, marketId: market.id, owners, close };
  if (alerts > 0) for (const kind of KINDS) await setMany(place, kind, Math.ceil(alerts / KINDS.length));
  await db.execute('vacuum analyze');
  return place;
}

type Desk = Pick<Place, 'db' | 'deps' | 'marketId'> & { readonly owners: readonly UserId[] };

async function setMany(
  { db, deps, marketId, owners }: Desk,
  { value, ...terms }: (typeof KINDS)[number],
  count: number,
): Promise<AlertId> {
  // Another user each time: one user may not have so many.
  const [setter] = await insertUsers(db, 1);
  const { id } = await setAlert(deps, setter as UserId, { marketId, value: decimal(value), ...terms });
  await copyAlert(db, id, { owners, copies: count - 1 });
  return id;
}

function fail(fields: object): void {
  throw new Error(JSON.stringify(fields));
}

/** Milliseconds of a tick and what follows it. */
async function play({ clock, feed }: Place, follow: () => Promise<unknown>): Promise<number> {
  const startedAtMs = performance.now();
  for (let index = 0; index < TICKS; index += 1) {
    clock.advance(1000);
    await feed.append(SYMBOL, { price: `${60_000 + (index % 3)}` });
    await follow();
  }
  return (performance.now() - startedAtMs) / TICKS;
}

const playAll = (place: Place) => play(place, () => sweepAlerts(place.deps, place.marketId));
const playBare = (place: Place) => play(place, async () => undefined);

function median(values: readonly number[]): number {
  const sorted = [...values].toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

/** Alternating, so that other work of the machine affects both. */
async function measureTicks(none: Place, many: Place): Promise<void> {
  const rounds: { readonly bare: number; readonly none: number; readonly many: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const cost = { bare: await playBare(none), none: await playAll(none), many: await playAll(many) };
    // The first round warms up.
    if (round > 0) rounds.push(cost);
  }
  const text = (key: 'bare' | 'none' | 'many') => `${median(rounds.map((cost) => cost[key])).toFixed(2)} ms`;
  const times = median(rounds.map((cost) => cost.many / cost.none));
  const bareTimes = median(rounds.map((cost) => cost.many / cost.bare));
  console.log(`  a tick: ${text('bare')} bare, ${text('none')} with no alert, ${text('many')} with ${ALERTS}`);
  console.log(`  ${times.toFixed(2)} times one without, ${bareTimes.toFixed(2)} times the bare append`);
  console.log(`  goal: ${GOAL.timesMax} times one without: ${times <= GOAL.timesMax ? 'met' : 'missed'}`);
}

/** Alerts a second that one tick reaches, with their messages. */
async function measureFiring(place: Place): Promise<void> {
  const rates: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    await place.db.execute('delete from price_alerts');
    await setMany(place, { kind: 'above', value: '60500' }, ALERTS);
    await place.feed.append(SYMBOL, { price: '70000' }, { price: '60000' });
    const startedAtMs = performance.now();
    await sweepAlerts(place.deps, place.marketId);
    rates.push((ALERTS * 1000) / (performance.now() - startedAtMs));
    const left = (await selectAlerts(place.db, place.owners[0] as UserId)).filter(({ status }) => status !== 'fired');
    if (left.length > 0) throw new Error('an alert was not fired');
  }
  console.log(`  all of them at one tick: ${Math.round(median(rates))} fired /s`);
}

for (const engine of await testEngines()) {
  console.log(`price alerts on ${engine}, ${ALERTS} in one market, medians of ${ROUNDS} rounds of ${TICKS} ticks`);
  const [none, many] = [await openPlace(engine, 0), await openPlace(engine, ALERTS)];
  try {
    await measureTicks(none, many);
    await measureFiring(many);
  } finally {
    for (const place of [none, many]) await place.close();
  }
}
