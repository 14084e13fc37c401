// Effects of ticks on an account, by scripted ticks.
import { describe, expect, test } from 'vitest';
import { decimal as d } from '../money/money.ts';
import {
  orderBand,
  positionBand,
  type Advanced,
  type MarginAccount,
  type OpenPosition,
  type PendingOrder,
} from './account.ts';
import { advance, closeManually, endSeries, chargeOvernight } from './advance.ts';
import { accountOf, BTC, ETH, granted, positionOf, TERMS, tickOf } from '../../testing/futuresFixtures.ts';
import { draftOrder } from './order.ts';

function orderOf(id: number, side: 'long' | 'short', targetPrice: string): PendingOrder {
  const { quantity, margin, fee } = draftOrder(
    { side, mode: 'isolated', lots: 5, leverage: 20, targetPrice: d(targetPrice), takeProfit: null, stopLoss: null },
    d('60000'),
    TERMS[BTC],
  );
  return {
    id,
    marketId: BTC,
    side,
    mode: 'isolated',
    lots: 5,
    quantity,
    margin,
    fee,
    takeProfit: null,
    stopLoss: null,
    targetPrice: d(targetPrice),
    terms: TERMS[BTC],
  };
}

const marks = new Map([
  [BTC, tickOf('60000')],
  [ETH, tickOf('3000')],
]);
const at = (account: MarginAccount, price: string, marketId = BTC) =>
  advance(account, { marketId, tick: tickOf(price, 2) }, granted);
const eventsOf = ({ effects }: Advanced) =>
  effects.map((effect) => (effect.kind === 'closed' ? `${effect.position.id} ${effect.reason}` : effect.kind));

describe('a tick', () => {
  test('closes by the stop when it passes stop loss and liquidation', () => {
    const account = accountOf({ positions: [positionOf(1, { stopLoss: d('59000') })] });
    expect(eventsOf(at(account, '59000.01'))).toEqual(['warned']);
    expect(eventsOf(at(account, '59000'))).toEqual(['1 stop_loss']);
    expect(eventsOf(at(account, '58000'))).toEqual(['1 stop_loss']);
  });

  test('closes at the liquidation price and not one tick before', () => {
    const account = accountOf({ positions: [positionOf(1)] });
    expect(eventsOf(at(account, '58511.71'))).toEqual(['warned']);
    const [closed] = at(account, '58511.7').effects;
    expect(closed).toMatchObject({ reason: 'liquidation', returned: '75.015', profit: '-75.015', shortfall: '0' });
  });

  test('beyond bankruptcy returns nothing and leaves the shortfall to insurance', () => {
    const [closed] = at(accountOf({ positions: [positionOf(1)] }), '55000').effects;
    expect(closed).toMatchObject({ reason: 'liquidation', returned: '0', shortfall: '100.57' });
  });

  test('closes a position whose owner asked for it, from the request on and before all else', () => {
    const asked = positionOf(1, { stopLoss: d('59000') });
    const account = (closingFrom: string) => accountOf({ positions: [{ ...asked, closingFrom }] });
    const { at: instant } = tickOf('0', 2);
    expect(eventsOf(at(account(instant), '50000'))).toEqual(['1 user']);
    expect(eventsOf(at(account(tickOf('0', 3).at), '60000'))).toEqual([]);
    expect(eventsOf(at(account(tickOf('0', 3).at), '59000'))).toEqual(['1 stop_loss']);
  });

  test('at the profit cap pays no more than the reserve', () => {
    const [closed] = at(accountOf({ positions: [positionOf(1)] }), '90000').effects;
    expect(closed).toMatchObject({ reason: 'profit_cap', profit: '1350.27' });
    expect(eventsOf(at(accountOf({ positions: [positionOf(1, { takeProfit: d('61000') })] }), '90000'))).toEqual([
      '1 stop_profit',
    ]);
  });

  test('warns at a level and not before it, however the rate is rounded', () => {
    // 75.00003 %, which is shown as 75.0000 %.
    const position = { ...positionOf(1), margin: d('150.03004501') };
    expect(eventsOf(at(accountOf({ positions: [position] }), '59261.85'))).toEqual([]);
    expect(eventsOf(at(accountOf({ positions: [positionOf(1)] }), '59261.85'))).toEqual(['warned']);
  });

  test('warns once at each level', () => {
    const account = accountOf({ positions: [positionOf(1)] });
    const first = at(account, '59200');
    expect(first.effects).toMatchObject([{ kind: 'warned', level: 150 }]);
    expect(at(first.account, '59200').effects).toEqual([]);
    const second = at(first.account, '58700');
    expect(second.effects).toMatchObject([{ kind: 'warned', level: 120 }]);
    expect(at(second.account, '59200').effects).toEqual([]);
  });

  test('warns of an isolated position by its own rate, and once of all cross positions by the account rate', () => {
    const cross = [positionOf(2, { mode: 'cross' }), positionOf(3, { mode: 'cross' })];
    const { account, effects } = at(accountOf({ balance: d('1'), positions: [positionOf(1), ...cross] }), '59200');
    expect(effects).toMatchObject([
      { kind: 'warned', position: { id: 1, warned: 150 }, rate: '72.9387' },
      { kind: 'warned', position: { id: 2, warned: 150 }, rate: '73.272' },
    ]);
    expect(account.positions.map(({ warned }) => warned)).toEqual([150, 150, 150]);
  });

  test('opens an order at its entry price, which a gap improves, and checks its stops from the next tick on', () => {
    const account = accountOf({ pending: [{ ...orderOf(1, 'long', '59000'), stopLoss: d('58900') }] });
    expect(orderBand(account.pending[0] as PendingOrder)).toEqual({ low: '58988', high: null });
    expect(orderBand(orderOf(2, 'short', '61000'))).toEqual({ low: null, high: '61012' });
    expect(eventsOf(at(account, '58988.01'))).toEqual([]);
    const opened = at(account, '58500');
    expect(opened.effects).toMatchObject([
      { kind: 'opened', position: { entryPrice: '58512', originMargin: '147.5', reserve: '1327.5' } },
    ]);
    expect(eventsOf(at(opened.account, '58500'))).toEqual(['1 stop_loss']);
  });

  test('evaluates positions by id, whichever opened first', () => {
    const account = accountOf({ positions: [positionOf(2)], pending: [orderOf(1, 'long', '59900')] });
    expect(at(account, '59800').account.positions.map(({ id }) => id)).toEqual([1, 2]);
  });

  test('cancels an order that the house cannot reserve', () => {
    const account = accountOf({ pending: [orderOf(1, 'long', '59000')] });
    const refused = advance(account, { marketId: BTC, tick: tickOf('58000', 2) }, ({ order, reserve }) => {
      expect([order.id, reserve]).toEqual([1, '1327.5']);
      return false;
    });
    expect(refused.effects).toMatchObject([{ kind: 'cancelled', reason: 'house_limit', tick: { price: '58000' } }]);
    // Margin and fee: 147.5 and 1.475.
    expect(refused.account.balance).toBe('148.975');
  });
});

describe('a night', () => {
  const midnight = '2026-11-21T00:00:00.000Z';
  test('takes from the margin of an isolated position, once, and no more than there is', () => {
    const account = accountOf({ positions: [positionOf(1)] });
    const passed = chargeOvernight(account, { marketId: BTC, midnight, tick: tickOf('60500') });
    expect(passed.effects).toMatchObject([{ kind: 'overnight', fromMargin: '0.9075', fromBalance: '0' }]);
    expect(chargeOvernight(passed.account, { marketId: BTC, midnight, tick: tickOf('60500') }).effects).toEqual([]);
    const poor = accountOf({ positions: [{ ...positionOf(1), margin: d('0.5') }] });
    expect(chargeOvernight(poor, { marketId: BTC, midnight, tick: tickOf('60500') }).effects).toMatchObject([
      { fromMargin: '0.5' },
    ]);
    const young = accountOf({ positions: [{ ...positionOf(1), openedAt: midnight }] });
    expect(chargeOvernight(young, { marketId: BTC, midnight, tick: tickOf('60500') }).effects).toEqual([]);
  });

  test('is paid for with each midnight, by an isolated position from its margin alone', () => {
    const account = accountOf({ balance: d('5'), positions: [positionOf(1)] });
    const first = chargeOvernight(account, { marketId: BTC, midnight, tick: tickOf('60500') });
    expect(first.account).toMatchObject({ balance: '5', positions: [{ margin: '149.1225', overnightPaid: midnight }] });
    const next = chargeOvernight(first.account, {
      marketId: BTC,
      midnight: '2026-11-22T00:00:00.000Z',
      tick: tickOf('60500'),
    });
    expect(next.account).toMatchObject({ balance: '5', positions: [{ margin: '148.215' }] });
  });

  test('takes from the balance first of a cross position', () => {
    const account = accountOf({ balance: d('0.5'), positions: [positionOf(1, { mode: 'cross' })] });
    expect(chargeOvernight(account, { marketId: BTC, midnight, tick: tickOf('60500') }).effects).toMatchObject([
      { fromMargin: '0.4075', fromBalance: '0.5' },
    ]);
  });
});

describe('cross positions', () => {
  const short = {
    ...positionOf(2, { mode: 'cross', side: 'short', lots: 10, leverage: 10 }, { marketId: ETH, tick: '3000' }),
  };

  test('close the largest margin first, until the rest stands', () => {
    const account = accountOf({ balance: d('100'), marks, positions: [positionOf(1, { mode: 'cross' }), short] });
    expect(eventsOf(at(account, '54200'))).toEqual(['warned']);
    const closed = at(account, '53500');
    expect(eventsOf(closed)[0]).toBe('2 liquidation');
    expect(closed.account.positions.map(({ id }) => id)).toEqual(closed.effects.length > 1 ? [] : [1]);
  });

  test('pay a loss beyond one margin from the balance and the other margins before anybody else does', () => {
    const account = accountOf({
      balance: d('10'),
      marks,
      positions: [positionOf(1, { mode: 'cross', lots: 20 }), short],
    });
    const closings = at(account, '56500').effects.filter((effect) => effect.kind === 'closed');
    const sums = closings.map(({ fromBalance, fromMargins, shortfall }) => [
      fromBalance,
      fromMargins.length,
      shortfall,
    ]);
    expect(closings.map(({ position }) => position.id)).toEqual([1]);
    expect(sums).toEqual([['10', 1, '0']]);
  });

  test('realise the best profit when nothing else pays', () => {
    const winner = positionOf(3, { mode: 'cross', side: 'short', lots: 10 });
    const loser = positionOf(1, { mode: 'cross', lots: 20, stopLoss: d('56000') });
    const account = accountOf({ positions: [loser, winner] });
    expect(eventsOf(at(account, '55000'))).toEqual(['3 liquidation', '1 stop_loss']);
  });
});

describe('the loss of a position', () => {
  const short = (id: number, lots: number) => positionOf(id, { mode: 'cross', side: 'short', lots });
  // 1,002.4 USDT at 55,000, and 1,202.4 at 54,000, of which its margin pays 600.12.
  const loser = positionOf(1, { mode: 'cross', lots: 20, stopLoss: d('56000') });
  const closingOf = (positions: MarginAccount['positions'], price: string) =>
    at(accountOf({ positions }), price).effects.findLast((effect) => effect.kind === 'closed');

  test('is paid by the largest margins first, and of equal ones by the older position', () => {
    expect(closingOf([loser, short(2, 5), short(3, 10)], '55000')).toMatchObject({
      fromMargins: [
        { id: 3, amount: '299.94' },
        { id: 2, amount: '102.34' },
      ],
      shortfall: '0',
    });
    expect(closingOf([loser, short(3, 7), short(2, 7)], '55000')).toMatchObject({
      fromMargins: [
        { id: 2, amount: '209.958' },
        { id: 3, amount: '192.322' },
      ],
    });
  });

  test('is paid by the best profit where margins do not suffice, and of equal ones by the older position', () => {
    const positions = { different: [short(2, 5), short(3, 10)], equal: [short(3, 7), short(2, 7)] };
    expect(eventsOf(at(accountOf({ positions: [loser, ...positions.different] }), '54000'))).toEqual([
      '3 liquidation',
      '1 stop_loss',
    ]);
    expect(eventsOf(at(accountOf({ positions: [loser, ...positions.equal] }), '54000'))).toEqual([
      '2 liquidation',
      '1 stop_loss',
    ]);
  });

  test('takes nothing else from its owner when it is isolated', () => {
    const account = accountOf({ balance: d('50'), marks, positions: [positionOf(1), short(2, 5)] });
    const after = at(account, '55000');
    const tick = tickOf('55000', 2);
    expect(after.effects).toMatchObject([{ fromBalance: '0', fromMargins: [], shortfall: '100.57', tick }]);
    expect(after.effects).toMatchObject([{ marks: new Map([[BTC, tick]]) }]);
    expect(after.account).toMatchObject({ balance: '50', positions: [{ id: 2, margin: '149.97' }] });
  });
});

test.each([
  [null, '59261.85', '59061.85'],
  [150, '58811.76', '58611.76'],
  [120, '58511.7', '58311.7'],
] as const)(
  'a position that was warned at %s is looked at again at %s, or %s with its account',
  (warned, low, ofAll) => {
    const account = accountOf({ balance: d('10') });
    const [alone, cross] = (['isolated', 'cross'] as const).map((mode) => ({ ...positionOf(1, { mode }), warned }));
    expect(positionBand(account, alone as OpenPosition)).toEqual({ low, high: '87017.4' });
    const positions = [cross as OpenPosition];
    expect(positionBand({ ...account, positions }, positions[0] as OpenPosition)).toEqual({
      low: ofAll,
      high: '87017.4',
    });
  },
);

test('what happens in one market leaves the others alone', () => {
  const account = accountOf({ marks, positions: [positionOf(1)], pending: [orderOf(2, 'long', '59000')] });
  const tick = tickOf('3000', 2);
  const midnight = '2026-11-21T00:00:00.000Z';
  expect(at(account, '3000', ETH).effects).toEqual([]);
  expect(chargeOvernight(account, { marketId: ETH, midnight, tick })).toEqual({ account, effects: [] });
  expect(endSeries(account, ETH)).toEqual({ account, effects: [] });
});

test('nothing can be said of a market without a price', () => {
  const account = accountOf({ positions: [positionOf(1)], marks: new Map() });
  expect(() => closeManually(account, 1)).toThrow('market 1 has no price');
});

test('a position is closed by its owner at the last tick', () => {
  const closed = closeManually(accountOf({ positions: [positionOf(1), positionOf(2)] }), 1);
  expect(closed.effects).toMatchObject([{ reason: 'user', tick: tickOf('60000'), profit: '-0.6', returned: '149.43' }]);
  expect(closed.account).toMatchObject({ balance: '149.43', positions: [{ id: 2 }] });
});

test('the end of a series closes at its last tick and gives orders up', () => {
  const account = accountOf({ positions: [positionOf(1)], pending: [orderOf(2, 'long', '59000')] });
  const ended = endSeries(account, BTC);
  expect(eventsOf(ended)).toEqual(['1 series_ended', 'cancelled']);
  expect(ended.effects[1]).toMatchObject({ reason: 'series_ended', tick: tickOf('60000') });
  expect(eventsOf(closeManually(account, 7))).toEqual([]);
});
