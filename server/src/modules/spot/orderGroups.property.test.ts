// Groups of orders keep their rules in any history: histories on the engine in memory, 100,000 every night
// and some hundreds with every change. A reference that knows no book counts after each step, from the fills alone, how
// much a group may still trade: never more than an OCO's quantity or what an entry received, never a hold above the
// larger exit, never a take profit beside a stop that was reached.
import { describe, expect, it } from 'vitest';
import type { OrderGroupId, UserId } from '@halyard/contract/ids';
import { otherSide, type Side } from '@halyard/contract/spot/side';
import { add, decimal, max, ZERO, type Decimal } from '@halyard/contract/money';
import { isThorough } from '@halyard/contract/testing/thorough';
import { groupFaults, isExit, soldBy } from '../../testing/groupFaults.ts';
import { memoryFaults, totalMoney } from '../../testing/memoryFaults.ts';
import { openMemoryMarket, type MemoryCommand, type MemoryMarket } from '../../testing/memoryMarket.ts';
import { hundredths, LADDER } from '../../testing/oracleHistories.ts';
import { isWaitingForStop, remainingOf, type SpotOrder } from './spotOrder.ts';

const HISTORIES = isThorough ? 100_000 : 400;
const STEPS = 14;
const [OWNER, TAKER, OTHER] = [1 as UserId, 2 as UserId, 3 as UserId];
const MONEY = { base: decimal('20'), quote: decimal('2000') };

/** Whole numbers from 0 of a linear congruential generator, so that a history is repeatable. */
function createDraw(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
type Draw = ReturnType<typeof createDraw>;

const price = (hundred: number): Decimal => hundredths(hundred);

/** The most that each group may trade, as its owner asked for it. */
type Asked = Map<OrderGroupId, { readonly side: Side; quantity: Decimal | undefined }>;

function groupCommand(draw: Draw, last: number): MemoryCommand {
  const side: Side = draw(2) === 0 ? 'buy' : 'sell';
  const away = (sign: number) => price(last + sign * (2 + draw(12)));
  const quantity = hundredths(5 + draw(60));
  // A sale takes its profit above the price and stops below it.
  const sign = side === 'sell' ? 1 : -1;
  const stopPrice = away(-sign);
  const stopLimitPrice = draw(2) === 0 ? stopPrice : undefined;
  if (draw(2) === 0)
    return {
      kind: 'oco',
      userId: OWNER,
      oco: { side, quantity, takeProfitPrice: away(sign), stopPrice, stopLimitPrice },
    };
  const entryAt = last + draw(7) - 3;
  const entryPrice = price(entryAt);
  const isMarket = draw(4) === 0;
  const beyond = (of: number) => price(entryAt + of * (9 + draw(9)));
  return {
    kind: 'enter',
    userId: OWNER,
    entry: {
      side,
      quantity,
      orderType: isMarket ? 'market' : 'limit',
      ...(!isMarket && { price: entryPrice }),
      ...(draw(4) > 0 && { takeProfitPrice: beyond(-sign) }),
      ...(draw(4) > 0 && { stopPrice: beyond(sign), ...(draw(2) === 0 && { stopLimitPrice: beyond(sign) }) }),
    },
  };
}

function otherCommand(draw: Draw, last: number, waiting: readonly SpotOrder[]): MemoryCommand {
  const picked = waiting[draw(waiting.length)];
  const kind = draw(8);
  if (picked !== undefined && kind === 0) return { kind: 'cancel', userId: OWNER, id: picked.id };
  if (picked !== undefined && kind === 1) {
    const isStop = isWaitingForStop(picked);
    const moved = price(last + draw(25) - 12);
    return {
      kind: 'replace',
      userId: OWNER,
      id: picked.id,
      quantity: draw(2) === 0 ? remainingOf(picked) : hundredths(5 + draw(60)),
      ...(isStop ? { stopPrice: moved } : { price: moved }),
    };
  }
  if (kind === 2 && draw(4) === 0)
    return { kind: 'cancelAll', userId: OWNER, side: draw(2) === 0 ? 'sell' : undefined };
  const userId = draw(2) === 0 ? TAKER : OTHER;
  const order = {
    kind: 'place',
    userId,
    side: draw(2) === 0 ? 'buy' : 'sell',
    quantity: hundredths(2 + draw(40)),
  } as const;
  if (kind < 5) return { ...order, orderType: 'market' };
  return { ...order, orderType: 'limit', price: price(last + draw(25) - 12) };
}

/** Runs one history; returns the number of exits that it filled. */
async function runHistory(draw: Draw, isLive: boolean): Promise<number> {
  const users = [OWNER, TAKER, OTHER].map((id) => ({ id, ...MONEY }));
  const house = { base: decimal('10'), quote: decimal('1000') };
  let last = 10_000;
  const market = openMemoryMarket({ price: price(last), ladder: LADDER, house, users, isLive });
  const before = totalMoney(market);
  const asked: Asked = new Map();
  for (let step = 0; step < STEPS; step += 1) {
    if (draw(3) === 0) {
      last = 9990 + draw(21);
      market.tick(price(last), isLive ? 200 + draw(5) * 400 : 0);
      if (draw(2) === 0) await run(market, asked, [{ kind: 'bringUpToDate' }]);
    }
    const waiting = [...market.orders.values()].filter(
      ({ userId, status }) => userId === OWNER && status === 'waiting',
    );
    const commands = Array.from({ length: 1 + draw(3) }, () =>
      draw(3) === 0 ? groupCommand(draw, last) : otherCommand(draw, last, waiting),
    );
    await run(market, asked, commands);
    const faults = [...memoryFaults(market), ...groupFaults([...market.orders.values()], asked, LADDER)];
    if (faults.length > 0) throw new Error(`step ${step}: ${faults.join('; ')}`);
  }
  expect(totalMoney(market)).toEqual(before);
  return [...market.orders.values()].filter((order) => isExit(order) && order.filledQuantity !== ZERO).length;
}

async function run(market: MemoryMarket, asked: Asked, commands: readonly MemoryCommand[]): Promise<void> {
  const soldIn = (id: OrderGroupId | undefined) =>
    id === undefined ? ZERO : soldBy([...market.orders.values()].filter(({ group }) => group?.id === id));
  const filled = new Map([...market.orders].map(([id, { group }]) => [id, soldIn(group?.id)]));
  const before = new Map(market.orders);
  const outcomes = await market.run(commands);
  for (const [index, outcome] of outcomes.entries()) {
    const command = commands[index];
    if ('group' in outcome) asked.set(outcome.group.groupId, boundOf(command));
    if (command?.kind !== 'replace' || !('order' in outcome)) continue;
    const group = before.get(command.id)?.group ?? outcome.order.group;
    enlarge(group && asked.get(group.id), [soldIn(group?.id), command.quantity, filled.get(command.id) ?? ZERO]);
  }
}

/** The side and the largest quantity of the exits that a command asks for. */
function boundOf(command: MemoryCommand | undefined): { side: Side; quantity: Decimal | undefined } {
  if (command?.kind === 'oco') return { side: command.oco.side, quantity: command.oco.quantity };
  if (command?.kind !== 'enter') throw new Error('only these two begin a group');
  return { side: otherSide(command.entry.side), quantity: undefined };
}

/** Fills of the same transaction may come before or after a change of quantity: the larger bound is for both. */
function enlarge(ofGroup: { quantity: Decimal | undefined } | undefined, parts: readonly Decimal[]): void {
  if (ofGroup?.quantity !== undefined) ofGroup.quantity = max(ofGroup.quantity, add(ZERO, ...parts));
}

describe('groups of orders', () => {
  it.each([
    ['simulated', false],
    ['live', true],
  ])(`keep their promises in each of ${HISTORIES} histories on %s prices`, async (_, isLive) => {
    let exitsFilled = 0;
    for (let seed = 1; seed <= HISTORIES; seed += 1) {
      try {
        exitsFilled += await runHistory(createDraw(seed * 7919), isLive);
      } catch (error) {
        throw new Error(`history ${seed}`, { cause: error });
      }
    }
    expect(exitsFilled).toBeGreaterThan(HISTORIES / 2);
  });
});
