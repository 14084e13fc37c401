// Opening, advancing, changing and closing of positions on a real database, by the figures of docs/product.md section
// 3, on every available engine: rows, money, receipts and events.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, decimal as d } from '@halyard/contract/money';
import { rowsOf } from '../../db/database.ts';
import { openFuturesDesk, ETH, type FuturesDesk } from '../../testing/futuresDesk.ts';
import { testEnginesByNight } from '../../testing/testDatabase.ts';
import { readPositionReceipt } from './receipts.ts';

describe.each(await testEnginesByNight())('positions on %s', (engine) => {
  let desk: FuturesDesk;
  beforeAll(async () => {
    desk = await openFuturesDesk({ engine });
  });
  afterAll(() => desk.shut());
  const fresh = async (btc = '60000', eth = '3000') => {
    await desk.tick(btc);
    await desk.tick(eth, 1, ETH);
    await desk.advance();
  };

  it('hold margin and reserve, charge the fee, and pay the profit when closed by their user', async () => {
    await fresh();
    const user = await desk.trader('1000');
    const position = await desk.open(user);
    expect(position).toMatchObject({ entryPrice: '60012', originMargin: '150.03', fee: '1.5003', reserve: '1350.27' });
    expect(position).toMatchObject({
      liquidationPrice: '58511.7',
      bankruptcyPrice: '57011.4',
      profitCapPrice: '87017.4',
    });
    expect(await desk.balance(user)).toBe('848.4697+150.03');
    await desk.tick('61000');
    const closed = await desk.close(user, position.id);
    expect(closed).toMatchObject({ status: 'closed', closeReason: 'user', realizedProfit: '49.4', returned: '199.43' });
    expect(await desk.balance(user)).toBe('1047.8997+0');
    expect(await desk.refusalOf(desk.close(user, position.id))).toBe('POSITION_NOT_OPEN');
  });

  it('are liquidated at the first tick that reaches the shown price, with a receipt', async () => {
    await fresh();
    const user = await desk.trader('1000');
    const { id } = await desk.open(user);
    await desk.tick('58511.71');
    await desk.advance();
    expect((await desk.read(user, id)).status).toBe('trading');
    await desk.tick('58511.7');
    await desk.advance();
    expect(await desk.read(user, id)).toMatchObject({
      status: 'closed',
      closeReason: 'liquidation',
      returned: '75.015',
    });
    const receipt = await readPositionReceipt(desk.db, id, { userId: user });
    expect(receipt).toMatchObject({
      closeReason: 'liquidation',
      closeTick: { price: '58511.7' },
      beforeTick: { price: '58511.71' },
    });
    expect(receipt.entries).toHaveLength(3);
  });

  it('lose at most the available money, and insurance pays the rest', async () => {
    await fresh();
    const user = await desk.trader('151.5303');
    const { id } = await desk.open(user);
    await desk.tick('55000');
    await desk.advance();
    expect(await desk.read(user, id)).toMatchObject({ closeReason: 'liquidation', returned: '0', shortfall: '100.57' });
    expect(await desk.balance(user)).toBe('0+0');
  });

  it('are closed in parts that add up to the whole', async () => {
    await fresh();
    const user = await desk.trader('1000');
    const position = await desk.open(user);
    const part = await desk.close(user, position.id, 2);
    expect(part).toMatchObject({ status: 'closed', lots: 2, parentId: position.id, quantity: '0.02' });
    expect(await desk.read(user, position.id)).toMatchObject({ status: 'trading', lots: 3, margin: '90.018' });
    await desk.close(user, position.id);
    expect(await desk.faults()).toEqual([]);
  });

  it('are reversed at one tick', async () => {
    await fresh();
    const user = await desk.trader('1000');
    const long = await desk.open(user);
    const short = await desk.reverse(user, long.id);
    expect(short).toMatchObject({ side: 'short', lots: 5, entryPrice: '59988', status: 'trading' });
    expect((await desk.read(user, long.id)).status).toBe('closed');
    await desk.close(user, short.id);
  });

  it('accept added margin, which moves the liquidation price away', async () => {
    await fresh();
    const user = await desk.trader('1000');
    const { id } = await desk.open(user);
    expect(await desk.addMargin(user, id, '50')).toMatchObject({
      margin: '200.03',
      liquidationPrice: '57511.7',
      addedMargin: '50',
    });
    await desk.tick('57511.71');
    await desk.advance();
    expect((await desk.read(user, id)).status).toBe('trading');
    await desk.tick('57511.7');
    await desk.advance();
    expect((await desk.read(user, id)).closeReason).toBe('liquidation');
  });

  it('have stops on the correct sides, which close at the tick that reaches them', async () => {
    await fresh();
    const user = await desk.trader('1000');
    const { id } = await desk.open(user);
    expect(await desk.refusalOf(desk.setStops(user, id, { profit: '60000' }))).toBe('STOP_PROFIT_SIDE');
    expect(await desk.refusalOf(desk.setStops(user, id, { loss: '60000' }))).toBe('STOP_LOSS_SIDE');
    expect(await desk.refusalOf(desk.setStops(user, id, { loss: '58511.7' }))).toBe('STOP_LOSS_BEYOND_LIQUIDATION');
    await desk.setStops(user, id, { profit: '62000', loss: '59500' });
    await desk.tick('62500');
    await desk.advance();
    expect(await desk.read(user, id)).toMatchObject({ closeReason: 'stop_profit', realizedProfit: '124.4' });
  });

  it('wait for a price as orders, give the user the benefit of a gap, and can be cancelled', async () => {
    await fresh();
    const user = await desk.trader('1000');
    const order = await desk.open(user, { kind: 'limit', targetPrice: d('59000') });
    expect(order).toMatchObject({ status: 'pending', entryPrice: '59000', originMargin: '147.5' });
    expect(await desk.balance(user)).toBe('851.025+148.975');
    const other = await desk.open(user, { kind: 'limit', targetPrice: d('58000') });
    expect(await desk.cancel(user, other.id)).toMatchObject({ status: 'cancelled', closeReason: 'user' });
    await desk.tick('58900');
    await desk.advance();
    expect(await desk.read(user, order.id)).toMatchObject({
      status: 'trading',
      entryPrice: '58912',
      originMargin: '147.5',
    });
    expect(await desk.refusalOf(desk.cancel(user, order.id))).toBe('POSITION_NOT_OPEN');
    const reached = await desk.open(user, { kind: 'limit', targetPrice: d('65000') });
    expect(reached).toMatchObject({ status: 'trading', entryPrice: '58912' });
    for (const { id } of [order, reached]) await desk.close(user, id);
  });

  it('pay the overnight fee of each midnight once, also of missed ones', async () => {
    await fresh();
    const user = await desk.trader('1000');
    const { id } = await desk.open(user, { leverage: 5 });
    await desk.tick('60500');
    await desk.advance();
    await desk.tick('60400', 3 * 86_400_000);
    await desk.advance();
    const held = await desk.read(user, id);
    expect(held).toMatchObject({ overnightTotal: '2.7225', status: 'trading' });
    await desk.tick('60400');
    await desk.advance();
    expect((await desk.read(user, id)).overnightTotal).toBe('2.7225');
    await desk.close(user, id);
  });

  it('of a cross account share its whole balance', async () => {
    await fresh();
    const user = await desk.trader('2000');
    const long = await desk.open(user, { mode: 'cross', lots: 20, leverage: 10 });
    const short = await desk.open(user, { mode: 'cross', symbol: ETH, side: 'short', lots: 10, leverage: 10 });
    expect(long.liquidationPrice).not.toBe('0');
    const shown = (await desk.read(user, long.id)).liquidationPrice;
    await desk.tick(add(shown, d('0.01')));
    await desk.advance();
    expect((await desk.read(user, long.id)).status).toBe('trading');
    await desk.tick(shown);
    await desk.advance();
    expect(await desk.read(user, long.id)).toMatchObject({ status: 'closed', closeReason: 'liquidation' });
    expect(await desk.faults()).toEqual([]);
    await fresh();
    await desk.close(user, short.id);
  });

  it('are refused beyond the terms, the balance or the house limits', async () => {
    await fresh();
    const user = await desk.trader('100');
    const refused = (changes: Parameters<FuturesDesk['open']>[1]) => desk.refusalOf(desk.open(user, changes));
    expect(await refused({ lots: undefined })).toBe('LOTS_REQUIRED');
    expect(await refused({ lots: '1.5' })).toBe('LOTS_INVALID');
    expect(await refused({ lots: 10_001 })).toBe('LOTS_TOO_MANY');
    expect(await refused({ leverage: 3 })).toBe('LEVERAGE_INVALID');
    expect(await refused({ lots: 100, leverage: 50 })).toBe('LEVERAGE_INVALID');
    expect(await refused({ side: null })).toBe('DIRECTION_INVALID');
    expect(await refused({ kind: 'limit' })).toBe('PRICE_REQUIRED');
    expect(await refused({ kind: 'limit', targetPrice: d('59000.001') })).toBe('PRICE_PRECISION');
    expect(await refused({ worstPrice: d('60011.99') })).toBe('PRICE_MOVED');
    expect(await refused({ termsHash: 'a'.repeat(64) })).toBe('TERMS_CHANGED');
    expect(await refused({})).toBe('INSUFFICIENT_BALANCE');
    desk.clock.advance(5001);
    expect(await refused({ lots: 1 })).toBe('PRICE_STALE');
    await fresh();
    const rich = await desk.trader('10000000');
    expect(await desk.refusalOf(desk.open(rich, { lots: 400, leverage: 5 }))).toBe('HOUSE_LIMIT');
  });

  it('leave the books in balance', async () => {
    expect(await desk.faults()).toEqual([]);
  });
});

it('charges each of hundreds of positions once for a midnight', async () => {
  const desk = await openFuturesDesk();
  try {
    const midnightMs = Date.parse(`${new Date(desk.clock.nowMs() + 86_400_000).toISOString().slice(0, 10)}T00:00:00Z`);
    await desk.tick('60000', midnightMs - 1000 - desk.clock.nowMs());
    const user = await desk.trader('1000');
    const { id } = await desk.open(user, { lots: 1, leverage: 2 });
    await desk.db.execute(
      sql`insert into futures_positions select (jsonb_populate_record(p, jsonb_build_object('id', p.id + n))).*
        from futures_positions p cross join generate_series(1, 449) n where p.id = ${id}`,
    );
    await desk.tick('60000', 2000);
    await desk.advance();
    const paid = sql`select overnight_total::text as fee, count(*)::int as positions from futures_positions group by 1`;
    expect(await rowsOf(desk.db, paid)).toEqual([{ fee: '0.180000000000000000', positions: 450 }]);
    const posted = sql`select count(*)::int as entries from ledger_entries where kind = 'contract_overnight'`;
    expect(await rowsOf(desk.db, posted)).toEqual([{ entries: 450 }]);
  } finally {
    await desk.shut();
  }
});
