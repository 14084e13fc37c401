// On both engines the batching of ticks does not matter: one at a time, in pieces or all at once, the same ticks and
// the same user actions between them leave the same rows, receipts, postings, messages and balances. THOROUGH=1 plays
// 5,000 ticks, the most that one step processes.
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { PositionId, UserId } from '@halyard/contract/ids';
import { decimal, multiply } from '@halyard/contract/money';
import { isThorough } from '@halyard/contract/testing/thorough';
import type { OpenDatabase } from '../../db/connect.ts';
import { rowsOf } from '../../db/database.ts';
import { BTC, ETH, openFuturesDesk, type FuturesDesk } from '../../testing/futuresDesk.ts';
import { readFuturesState } from '../../testing/futuresState.ts';
import { createRandom } from '../../testing/seededRandom.ts';
import { testEnginesByNight } from '../../testing/testDatabase.ts';

/** The embedded database is slower. */
const TICKS = isThorough ? { pglite: 5000, postgres: 5000 } : { pglite: 120, postgres: 300 };
const SEEDS = isThorough ? [12, 13, 14] : [12];
const USERS = 6;
/** Parts of all ticks, with user actions before each. */
const PHASES = 4;
/** Two midnights and a half. */
const SPAN_MS = 2.5 * 86_400_000;
const START_MS = Date.parse('2026-11-25T12:00:01.000Z');

const CENT = decimal('0.01');

type ScriptedTick = { readonly symbol: string; readonly price: string; readonly at: string };

/** Two markets with random prices, with jumps, and with instants at which both have a tick. */
function scriptOf(seed: number, length: number): readonly ScriptedTick[] {
  const random = createRandom(seed);
  const prices = { [BTC]: 6_000_000, [ETH]: 300_000 };
  const home = { ...prices };
  let atMs = START_MS;
  const ticks = Array.from({ length }, () => {
    const symbol = random.of([BTC, ETH]) as keyof typeof prices;
    const part = random.below(40) === 0 ? 0.05 : 0.002;
    const pull = (home[symbol] - prices[symbol]) / home[symbol] / 50;
    prices[symbol] = Math.round(prices[symbol] * (1 + part * (random.below(2001) / 1000 - 1) + pull));
    atMs += random.below(4) === 0 ? 0 : Math.ceil((random.below(2000) / 750) * (SPAN_MS / length));
    return { symbol, price: multiply(decimal(`${prices[symbol]}`), CENT), at: new Date(atMs).toISOString() };
  });
  // Ticks of one instant are ordered by market.
  return ticks.toSorted((a, b) => a.at.localeCompare(b.at) || a.symbol.localeCompare(b.symbol));
}

/** User actions, from a seed: the same on every desk, with the same answers. */
async function actOn(desk: FuturesDesk, users: readonly UserId[], seed: number): Promise<readonly string[]> {
  const random = createRandom(seed);
  const answers: string[] = [];
  const rows = await rowsOf<{ id: string; user_id: number; status: string; lots: number }>(
    desk.db,
    sql`select id::text as id, user_id, status, lots from futures_positions p where status in ('pending', 'trading') order by p.id`,
  );
  const attempt = async (name: string, work: Promise<{ readonly id: PositionId }>) => {
    answers.push(
      await work.then(
        ({ id }) => `${name} ${id}`,
        (error: unknown) => `${name} ${(error as { code?: string }).code ?? String(error)}`,
      ),
    );
  };
  for (const { id, user_id: user, status, lots } of rows.filter(() => random.below(3) === 0)) {
    const own = [user as UserId, Number(id) as PositionId] as const;
    if (status === 'pending') await attempt('cancel', desk.cancel(...own));
    else if (random.below(3) === 0) await attempt('add', desk.addMargin(...own, `${1 + random.below(50)}`));
    else if (random.below(2) === 0) await attempt('part', desk.close(...own, 1 + random.below(lots)));
    else await attempt('reverse', desk.reverse(...own));
  }
  for (const user of users) {
    for (let count = 2 + random.below(4); count > 0; count -= 1)
      await attempt('open', desk.open(user, requestFrom(random)));
  }
  return answers;
}

function requestFrom(random: ReturnType<typeof createRandom>): Parameters<FuturesDesk['open']>[1] {
  const symbol = random.of([BTC, ETH]);
  const home = symbol === BTC ? 60_000 : 3000;
  const isLong = random.below(2) === 0;
  /** A price up to 4 % better for a long or short position. */
  const better = (sign: 1 | -1) =>
    decimal(`${Math.round(home * (1 + (sign * (isLong ? 1 : -1) * (5 + random.below(36))) / 1000))}`);
  const chance = random.below(6);
  return {
    symbol,
    side: isLong ? 'long' : 'short',
    mode: random.of(['isolated', 'cross']),
    lots: 1 + random.below(12),
    leverage: random.of([5, 20, 50, 50]),
    ...(chance <= 1 && { kind: 'limit' as const, targetPrice: better(-1) }),
    ...(chance >= 3 && { takeProfit: better(1) }),
    ...(chance >= 4 && { stopLoss: better(-1) }),
  };
}

async function say(desk: FuturesDesk, ticks: readonly ScriptedTick[]): Promise<void> {
  for (const symbol of [BTC, ETH]) await desk.feed.append(symbol, ...ticks.filter((tick) => tick.symbol === symbol));
  desk.clock.advance(Math.max(0, Date.parse(ticks.at(-1)?.at ?? '') - desk.clock.nowMs()));
}

/** Plays the script with so many ticks between two advances; returns the final state. */
async function play(engine: OpenDatabase['engine'], script: readonly ScriptedTick[], size: (left: number) => number) {
  // A house that cannot accept every position, and insurance that runs out.
  const desk = await openFuturesDesk({ engine, capital: '40000', insurance: '20' });
  try {
    const users: UserId[] = [];
    for (let index = 0; index < USERS; index += 1) users.push(await desk.trader(`${100 * (index + 1)}`));
    const answers: (readonly string[])[] = [];
    const each = Math.ceil(script.length / PHASES);
    for (let phase = 0; phase < PHASES; phase += 1) {
      answers.push(await actOn(desk, users, phase));
      const ticks = script.slice(phase * each, (phase + 1) * each);
      for (let from = 0; from < ticks.length;) {
        const piece = ticks.slice(from, from + size(ticks.length - from));
        from += piece.length;
        await say(desk, piece);
        await desk.advance();
      }
      // Within the freshness of both markets' prices.
      for (const [symbol, price] of [[BTC, '60000'] as const, [ETH, '3000'] as const])
        await desk.tick(price, 0, symbol);
    }
    await desk.advance();
    expect(await desk.faults()).toEqual([]);
    return { answers, ...(await readFuturesState(desk.db)) };
  } finally {
    await desk.shut();
  }
}

describe.each(await testEnginesByNight())('ticks on %s', (engine) => {
  it.each(SEEDS)('end the same one at a time, in pieces and all at once (seed %i)', async (seed) => {
    const script = scriptOf(seed, TICKS[engine]);
    const random = createRandom(seed);
    const all = await play(engine, script, (left) => left);
    const pieces = await play(engine, script, () => 1 + random.below(60));
    const single = await play(engine, script, () => 1);
    expect(pieces).toEqual(all);
    expect(single).toEqual(all);
    const reasons = new Set(all.positions.map((row) => (row as { readonly close_reason: string | null }).close_reason));
    // Each of them has occurred, or the test would show little.
    for (const reason of ['user', 'liquidation', 'stop_profit', 'stop_loss', 'house_limit']) {
      expect(reasons).toContain(reason);
    }
    const kinds = new Set(all.postings.map((row) => (row as readonly string[])[0]));
    for (const kind of ['contract_overnight', 'contract_liquidation', 'contract_cancel']) expect(kinds).toContain(kind);
  });
});
