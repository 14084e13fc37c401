// Settlement on both engines: random purchases, prices and gaps, settled by two workers at a time, match the pure rule
// over the whole tick log, the same for every user; and the held amounts match the open options.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { UserId } from '@halyard/contract/ids';
import type { Option } from '@halyard/contract/options/calls';
import { decimal, multiply } from '@halyard/contract/money';
import { settle, type Direction, type PricePoint } from '@halyard/contract/options/rules';
import { isThorough } from '@halyard/contract/testing/thorough';
import { rowsOf } from '../../db/database.ts';
import { createJobRunner } from '../../jobs/jobRunner.ts';
import { readTicks } from '../../market/series.ts';
import { openOptionMarket, SYMBOL, type OptionMarket } from '../../testing/optionMarket.ts';
import { createRandom } from '../../testing/seededRandom.ts';
import { testEnginesByNight } from '../../testing/testDatabase.ts';
import { selectOptions } from './optionsRepository.ts';
import { createSettleJob } from './index.ts';
import { SETTLED_AT_ONCE, SILENCE_MAX_MS } from './settleMarket.ts';

const ACTS = isThorough ? 100_000 : 400;
const USERS = 6;
const DIRECTIONS: readonly Direction[] = ['up', 'down', 'even'];

describe.each(await testEnginesByNight())('options on %s', (engine) => {
  let market: OptionMarket;
  beforeAll(async () => {
    market = await openOptionMarket('100000000', engine);
    await market.tickAt(market.clock.nowMs(), '100');
  });
  afterAll(() => market.close());

  const settleTogether = (nodes: number) => Promise.all(Array.from({ length: nodes }, () => market.settle()));
  const optionsOf = async (users: readonly UserId[]): Promise<Option[]> => {
    const page = { limit: 1_000_000, offset: 0, nowMs: market.clock.nowMs() };
    return (await Promise.all(users.map((userId) => selectOptions(market.db, userId, {}, page)))).flat();
  };

  it('end as the rule says, for every buyer and settlement time', async () => {
    const random = createRandom(20_261_125);
    const users = await Promise.all(Array.from({ length: USERS }, () => market.buyer('100000000')));
    const acts = {
      buy: () =>
        market.buy(random.of(users), {
          direction: random.of(DIRECTIONS),
          seconds: random.of([30, 60, 120]),
          stake: String(multiply(decimal(String(1 + random.below(1_000_000))), decimal('0.00000137'))),
          profitRatio: random.of(['77', '85', '88']),
          feeRate: random.of(['0', '0.3', '1']),
        }),
      tick: () =>
        market.tickAt(
          market.clock.nowMs() + random.of([0, 400, 1000, 1000, 3000, 29_999, 31_000]),
          `${100 + random.below(3)}.0${random.below(2)}`,
        ),
      settle: () => settleTogether(2),
    };
    for (let act = 0; act < ACTS; act += 1) {
      await acts[random.of(['buy', 'buy', 'buy', 'tick', 'tick', 'tick', 'settle'] as const)]();
      if (act % Math.floor(ACTS / 8) === 0) expect(await market.faults()).toEqual([]);
    }
    market.clock.advance(SILENCE_MAX_MS + 120_000);
    await settleTogether(3);

    const [series] = await rowsOf<{ id: number }>(
      market.db,
      sql`select series_id as id from markets where symbol = ${SYMBOL}`,
    );
    const ticks = (await readTicks(market.db, series?.id ?? 0, 1_000_000)).toReversed();
    const options = await optionsOf(users);
    const results = new Map<string, Set<unknown>>();
    for (const option of options) {
      expect({ id: option.id, ...endOf(option) }).toEqual({ id: option.id, ...byTheRule(option, ticks) });
      const same = `${option.direction} ${option.openTick.seq} ${option.dueAt}`;
      results.set(same, (results.get(same) ?? new Set()).add(option.result));
    }
    expect([...results.values()].filter((found) => found.size > 1)).toEqual([]);
    // Every result has occurred, or the test would show little.
    expect(new Set(options.map(({ result }) => result))).toEqual(new Set(['win', 'lose', 'tie', 'void']));
    expect(await market.faults()).toEqual([]);
  });

  it('are settled once by concurrent workers, in more than one batch', async () => {
    const userId = await market.buyer('100000000');
    const count = SETTLED_AT_ONCE + 30;
    await market.tickAt(market.clock.nowMs(), '100');
    for (let n = 0; n < count; n += 1) await market.buy(userId, { direction: DIRECTIONS[n % 3] ?? 'up' });
    await market.tickAt(market.clock.nowMs() + 60_000, '101');
    market.published.length = 0;
    await settleTogether(4);
    const settledIds = market.published.flatMap((event) => (event.type === 'option-changed' ? [event.option.id] : []));
    expect(settledIds.length).toBe(count);
    expect(new Set(settledIds).size).toBe(count);
    const options = await optionsOf([userId]);
    for (const { direction, result } of options) expect(result).toBe(direction === 'up' ? 'win' : 'lose');
    expect(options).toHaveLength(count);
    const [entries] = await rowsOf<{ count: number; references: number }>(
      market.db,
      sql`select count(*)::int as count, count(distinct reference)::int as references from ledger_entries
        where kind <> 'option_open' and reference = any(${sql.param(settledIds.map((id) => `option:${id}`))}::text[])`,
    );
    expect(entries).toEqual({ count, references: count });
    expect(await market.faults()).toEqual([]);
  });

  it('are settled by one of two running nodes after a tick', async () => {
    const { db, clock, events } = market;
    const log = { warn: expect.unreachable, error: expect.unreachable };
    const nodes = [0, 1].map(() => {
      const startedAtMs = clock.nowMs();
      const kind = createSettleJob({
        db,
        clock,
        events,
        startedAtMs,
        onError: (error) => expect.unreachable(String(error)),
      });
      return createJobRunner({ db, clock, events, log, jobs: [kind] });
    });
    const userId = await market.buyer('1000');
    const option = await market.buy(userId);
    for (const node of nodes) node.start();
    await market.tickAt(Date.parse(option.dueAt), '99');
    await vi.waitFor(async () => expect(await market.read(option.id)).toMatchObject({ result: 'lose' }), 20_000);
    for (const node of nodes) await node.stop();
    expect(await market.faults()).toEqual([]);
  });
});

function endOf({ result, voidReason, beforeTick, endTick }: Option) {
  return { result, voidReason, before: beforeTick, end: endTick };
}

/** More ticks than there are between a purchase and any end; with fewer, the rule would find none. */
const TICKS_MAX = 1000;

/** With the wait for a tick expired. */
function byTheRule({ direction, terms, openTick, dueAt }: Option, log: readonly PricePoint[]) {
  const ticks = log.slice(openTick.seq - 1, openTick.seq + TICKS_MAX).map(({ seq, at, price }) => ({ seq, at, price }));
  return settle({ direction, pricePrecision: terms.pricePrecision, open: openTick, dueAt }, ticks, 'no_tick');
}
