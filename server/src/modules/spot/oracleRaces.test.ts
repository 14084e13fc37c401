// Races between fills, cancellations and replacements of one order conserve quantity: trials on the engine in memory,
// 100,000 every night and 1,000 with every change. Each has another order of arrival, another split into transactions
// and other quantities. races.test.ts runs some hundreds of them between real transactions.
import { describe, expect, it } from 'vitest';
import type { OrderId, UserId } from '@halyard/contract/ids';
import { add, compare, decimal, type Decimal } from '@halyard/contract/money';
import { isThorough } from '@halyard/contract/testing/thorough';
import { memoryFaults, totalMoney } from '../../testing/memoryFaults.ts';
import { openMemoryMarket, type MemoryCommand, type MemoryMarket } from '../../testing/memoryMarket.ts';
import { hundredths, LADDER } from '../../testing/oracleHistories.ts';
import type { SpotOrder } from './spotOrder.ts';

const TRIALS = isThorough ? 100_000 : 1000;
const FAULTS_EVERY = 50;
const [OWNER, TAKER, OTHER_TAKER] = [1 as UserId, 2 as UserId, 3 as UserId];
const ID = 1 as OrderId;
const PRICE = decimal('100');
const NOTHING = decimal('0');
const MONEY = { base: decimal('100'), quote: decimal('10000') };

/** Whole numbers from 0 of a linear congruential generator, so that a trial is repeatable. */
function createDraw(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Draw = ReturnType<typeof createDraw>;

function takerOf(userId: UserId, draw: Draw): MemoryCommand {
  const quantity = hundredths(1 + draw(60));
  const order = { kind: 'place', userId, side: 'buy', quantity } as const;
  const kind = draw(4);
  if (kind === 0) return { ...order, orderType: 'market' };
  const timeInForce = kind === 1 ? 'ioc' : kind === 2 ? 'fok' : 'gtc';
  return { ...order, orderType: 'limit', price: PRICE, timeInForce };
}

function commandsOf(draw: Draw): MemoryCommand[] {
  const replace: MemoryCommand = {
    kind: 'replace',
    userId: OWNER,
    id: ID,
    quantity: hundredths(1 + draw(60)),
    price: draw(2) === 0 ? PRICE : decimal('100.01'),
    expectedFilled: draw(2) === 0 ? NOTHING : undefined,
  };
  const all: MemoryCommand[] = [
    { kind: 'cancel', userId: OWNER, id: ID },
    replace,
    takerOf(TAKER, draw),
    takerOf(OTHER_TAKER, draw),
  ];
  // One or two commands are left out at times, so that each of the others wins at times.
  all.splice(draw(6), 1 + draw(2));
  for (let last = all.length - 1; last > 0; last -= 1) {
    const other = draw(last + 1);
    [all[last], all[other]] = [all[other], all[last]] as [MemoryCommand, MemoryCommand];
  }
  return all;
}

function openMarket(): MemoryMarket {
  const users = [OWNER, TAKER, OTHER_TAKER].map((id) => ({ id, ...MONEY }));
  // Without a ladder the other user is the only counterparty.
  return openMemoryMarket({
    price: PRICE,
    ladder: { ...LADDER, levels: 0 },
    house: { base: NOTHING, quote: NOTHING },
    users,
  });
}

/** Runs a trial; returns the order that was raced for. */
async function race(market: MemoryMarket, draw: Draw): Promise<void> {
  const quantity = hundredths(2 + draw(60));
  const order = { userId: OWNER, side: 'sell', orderType: 'limit', quantity, price: PRICE } as const;
  await market.run([{ kind: 'place', ...order }]);
  let left = commandsOf(draw);
  while (left.length > 0) {
    const size = 1 + draw(left.length);
    await market.run(left.slice(0, size));
    left = left.slice(size);
  }
}

/** The expected result of a trial, from its orders and fills alone. */
function faultOf({ orders, fills }: MemoryMarket): string | undefined {
  const all = [...orders.values()];
  const [raced] = all;
  if (raced === undefined) return 'no order';
  const replacements = all.filter(({ replacesId }) => replacesId === raced.id);
  if (replacements.length !== (raced.cancelReason === 'replaced' ? 1 : 0)) return 'replaced otherwise';
  const sold = add(NOTHING, ...all.filter(({ side }) => side === 'sell').map((order) => order.filledQuantity));
  const bought = add(NOTHING, ...all.filter(({ side }) => side === 'buy').map((order) => order.filledQuantity));
  const traded = add(NOTHING, ...fills.map((fill) => fill.quantity));
  if (sold !== bought || sold !== traded) return `sold ${sold}, bought ${bought}, traded ${traded}`;
  return all.map(faultOfOrder).find((fault) => fault !== undefined);
}

function faultOfOrder({
  id,
  status,
  quantity,
  filledQuantity,
  heldAmount,
  side,
  price,
}: SpotOrder): string | undefined {
  if (compare(filledQuantity, quantity) > 0) return `order ${id} filled more than it is`;
  if ((status === 'completed') !== (filledQuantity === quantity)) return `order ${id} is ${status}`;
  const isHolding = heldAmount !== NOTHING;
  if (isHolding !== (status === 'waiting')) return `order ${id} is ${status} and holds ${heldAmount}`;
  return side === 'buy' && price === undefined && isHolding ? `market order ${id} holds` : undefined;
}

describe('a race for an order', () => {
  it(`conserves quantity in each of ${TRIALS} trials`, async () => {
    const ends = new Map<string, number>();
    const draw = createDraw(7);
    for (let trial = 0; trial < TRIALS; trial += 1) {
      const market = openMarket();
      await race(market, draw);
      const fault = faultOf(market);
      if (fault !== undefined) throw new Error(`trial ${trial}: ${fault}`);
      const raced = market.orders.get(ID);
      const end = `${raced?.status} ${raced?.cancelReason ?? ''} ${raced?.filledQuantity === NOTHING ? 'untouched' : 'filled'}`;
      ends.set(end, (ends.get(end) ?? 0) + 1);
      if (trial % FAULTS_EVERY === 0) expectConserved(market);
    }
    // Each outcome of such a race occurs many times.
    expect([...ends.keys()].toSorted()).toEqual([
      'cancelled replaced filled',
      'cancelled replaced untouched',
      'cancelled user filled',
      'cancelled user untouched',
      'completed  filled',
      'waiting  filled',
      'waiting  untouched',
    ]);
    expect(Math.min(...ends.values())).toBeGreaterThan(Math.floor(TRIALS / 2000));
  });
});

function expectConserved(market: MemoryMarket): void {
  const whole = (amount: Decimal) => add(amount, amount, amount);
  expect(memoryFaults(market)).toEqual([]);
  expect(totalMoney(market)).toEqual({ base: whole(MONEY.base), quote: whole(MONEY.quote) });
}
