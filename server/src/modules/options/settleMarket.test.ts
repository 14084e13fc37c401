// Settlement of options: by ticks of the real log at the edges of the rule, with the postings of the vectors, once
// under concurrency, and with a matching receipt and message.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { OptionId, UserId } from '@halyard/contract/ids';
import { optionCodec, OPTIONS_CSV_COLUMNS, type Option } from '@halyard/contract/options/calls';
import { decimal, subtract } from '@halyard/contract/money';
import { optionMoney, type Direction, type OptionResult } from '@halyard/contract/options/rules';
import { rowsOf } from '../../db/database.ts';
import { CURRENCY } from '../../testing/ledgerFixtures.ts';
import { marketIdOf, openOptionMarket, OTHER_SYMBOL, SYMBOL, type OptionMarket } from '../../testing/optionMarket.ts';
import { selectMessages } from '../notifications/messageRepository.ts';
import { openEntry, settleEntry } from './ledgerEntries.ts';
import { readOptionsCsv } from './index.ts';
import { selectOptionDays, selectOptions } from './optionsRepository.ts';
import { readReceipt } from './receipts.ts';
import { settleMarket, SILENCE_MAX_MS } from './settleMarket.ts';

let market: OptionMarket;
beforeAll(async () => {
  market = await openOptionMarket('1000000');
});
afterAll(() => market.close());

/** A buyer with one option at 60000.00 that ends in a minute; `dueMs` is its end. */
async function bought(request: Parameters<OptionMarket['buy']>[1] = {}) {
  await market.feed.setStatus(SYMBOL, 'trading');
  market.clock.advance(100_000);
  await market.tickAt(market.clock.nowMs(), '60000');
  const userId = await market.buyer('1000');
  const option = await market.buy(userId, request);
  return { userId, option, dueMs: Date.parse(option.dueAt) };
}

/** Appends prices so many milliseconds after the end, in their order, settles, and returns the option. */
async function after({ option, dueMs }: { option: Option; dueMs: number }, ...ticks: readonly [number, string][]) {
  for (const [ms, price] of ticks) await market.tickAt(dueMs + ms, price);
  await market.settle();
  return market.read(option.id);
}

/** By result, the changes of these accounts: available+held of user and house, and fees. */
const POSTINGS: Record<'open' | OptionResult, readonly [string, string, string, string, string]> = {
  open: ['-101', '101', '-85', '85', '0'],
  win: ['185', '-101', '0', '-85', '1'],
  lose: ['0', '-101', '185', '-85', '1'],
  tie: ['100', '-101', '85', '-85', '1'],
  void: ['101', '-101', '85', '-85', '0'],
};

describe('the postings of an option of 100 at 85 % and a fee of 1 %', () => {
  const money = optionMoney(decimal('100'), { profitRatio: decimal('85'), feeRate: decimal('1') });
  const stake = { ...money, id: 17 as OptionId, userId: 5 as UserId, currencyId: CURRENCY.USDT };
  it.each(Object.entries(POSTINGS))('at %s', (kind, [available, held, houseAvailable, houseHeld, fees]) => {
    const entry = kind === 'open' ? openEntry(stake) : settleEntry(stake, kind as OptionResult);
    expect(entry).toMatchObject({ kind: `option_${kind}`, reference: 'option:17' });
    expect(entry.postings.map((posting) => [posting.available, posting.held])).toEqual([
      [available, held],
      [houseAvailable, houseHeld],
      ...(kind === 'open' ? [] : [[fees, '0']]),
    ]);
  });
});

describe('an option ends', () => {
  it.each<readonly [string, Direction, readonly [number, string][], OptionResult]>([
    [
      'by the first tick after its end, not by the last before',
      'up',
      [
        [-1, '60010'],
        [400, '59999.99'],
      ],
      'lose',
    ],
    [
      'by that tick for who bought down',
      'down',
      [
        [-1, '60010'],
        [400, '59999.99'],
      ],
      'win',
    ],
    ['by a tick at its very end', 'up', [[0, '60000.01']], 'win'],
    ['by a tick 30.000 s after its end', 'down', [[30_000, '59999.99']], 'win'],
    ['in a tie at the same price', 'up', [[30_000, '60000']], 'tie'],
    ['won by even at the same price', 'even', [[30_000, '60000']], 'win'],
    ['lost by even at another one', 'even', [[30_000, '60000.01']], 'lose'],
    ['without a price 30.001 s after its end', 'up', [[30_001, '61000']], 'void'],
    [
      'by the first of two ticks of one instant',
      'up',
      [
        [5, '60001'],
        [5, '59000'],
      ],
      'win',
    ],
  ])('%s', async (_title, direction, ticks, result) => {
    const case_ = await bought({ direction });
    const option = await after(case_, ...ticks);
    expect(option).toMatchObject({ status: 'closed', result, voidReason: result === 'void' ? 'no_tick' : null });
    expect(await market.faults()).toEqual([]);
  });

  it('only after its tick has arrived, with a status of its own until then', async () => {
    const case_ = await bought();
    expect(await after(case_, [-1, '61000'])).toMatchObject({
      status: 'open',
      remainMs: 1,
      endPrice: '0',
      profit: '0',
    });
    market.clock.advance(1);
    await market.settle();
    expect(await market.read(case_.option.id)).toMatchObject({ status: 'due', result: null, remainMs: 0 });
    expect(await after(case_, [29_000, '61000'])).toMatchObject({ status: 'closed', result: 'win' });
  });

  it('with the money in the accounts', async () => {
    const feesOf = async () => decimal((await market.balances(0 as UserId)).fees.split('+')[0] ?? '');
    const before = await feesOf();
    const case_ = await bought({ feeRate: '1' });
    expect(await market.balances(case_.userId)).toMatchObject({
      user: '899+101',
      house: expect.stringMatching(/\+85$/),
    });
    await after(case_, [0, '60000']);
    expect(await market.balances(case_.userId)).toMatchObject({ user: '999+0', house: expect.stringMatching(/\+0$/) });
    expect(subtract(await feesOf(), before)).toBe('1');
  });

  it('without a tick exactly one hour after its end', async () => {
    const case_ = await bought();
    market.clock.advance(60_000 + SILENCE_MAX_MS - 1);
    expect(await after(case_)).toMatchObject({ status: 'due' });
    market.clock.advance(1);
    expect(await after(case_)).toMatchObject({ result: 'void', voidReason: 'no_tick', endTick: null });
  });

  it('no sooner than an hour after its node started', async () => {
    const { option } = await bought();
    market.clock.advance(60_000 + SILENCE_MAX_MS);
    const marketId = await marketIdOf(market.db, SYMBOL);
    if (marketId === undefined) expect.unreachable();
    await settleMarket({ ...market, startedAtMs: market.clock.nowMs() }, marketId);
    expect(await market.read(option.id)).toMatchObject({ status: 'due' });
    await market.settle();
    expect(await market.read(option.id)).toMatchObject({ result: 'void' });
  });

  it('void when its feed has ended, but by its ticks when they exist', async () => {
    const [early, late] = [await bought({ seconds: 30 }), await bought({ seconds: 300 })];
    await market.tickAt(late.dueMs - 200_000, '61000');
    await market.feed.setStatus(SYMBOL, 'feed-ended');
    await market.settle();
    expect(await market.read(early.option.id)).toMatchObject({ result: 'void', voidReason: 'no_tick' });
    expect(await market.read(late.option.id)).toMatchObject({ result: 'void', voidReason: 'series_ended' });
    const reached = await bought({ seconds: 30 });
    await market.tickAt(reached.dueMs, '61000');
    await market.feed.setStatus(SYMBOL, 'feed-ended');
    await market.settle();
    expect(await market.read(reached.option.id)).toMatchObject({ result: 'win' });
  });

  it('void when its market follows another series', async () => {
    await market.tickAt(market.clock.nowMs(), '3000', OTHER_SYMBOL);
    const userId = await market.buyer('500');
    const option = await market.buy(userId, { symbol: OTHER_SYMBOL });
    await market.db.execute(
      sql`with made as (
          insert into price_series (market_id, source, identity, last_seq, last_price, last_at)
          values (${option.marketId}, 'simulated', 'another', 1, 4000, now() + interval '1 year') returning id
        ) update markets m set series_id = made.id from made where m.id = ${option.marketId}`,
    );
    await market.settle(OTHER_SYMBOL);
    expect(await market.read(option.id)).toMatchObject({ result: 'void', voidReason: 'series_ended', endTick: null });
    expect(await market.balances(userId)).toMatchObject({ user: '500+0' });
    expect(await market.faults()).toEqual([]);
  });
});

describe('its records', () => {
  it('include a receipt with both ticks and both ledger entries, for its owner and key holders', async () => {
    const case_ = await bought({ direction: 'down', feeRate: '1' });
    const { id } = case_.option;
    const owner = { userId: case_.userId };
    await expect(readReceipt(market.db, id, owner)).rejects.toMatchObject({ code: 'OPTION_NOT_FOUND' });
    const option = await after(case_, [-400, '60001'], [600, '59000']);
    const receipt = await readReceipt(market.db, id, owner);
    expect(receipt).toMatchObject({
      id: option.id,
      result: 'win',
      profit: '85',
      returned: '185',
      terms: option.terms,
      openTick: { price: '60000' },
      beforeTick: { price: '60001', at: new Date(case_.dueMs - 400).toISOString() },
      endTick: { price: '59000', at: new Date(case_.dueMs + 600).toISOString() },
    });
    expect(receipt.endTick?.seq).toBe((receipt.beforeTick?.seq ?? 0) + 1);
    const kinds = await rowsOf<{ kind: string }>(
      market.db,
      sql`select kind from ledger_entries where id::text = any(${sql.param(receipt.entries)}::text[]) order by id`,
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(['option_open', 'option_win']);
    expect(await readReceipt(market.db, id, { key: receipt.key ?? '' })).toEqual(receipt);
    for (const stranger of [{ key: randomUUID() }, { userId: (case_.userId + 1) as UserId }])
      await expect(readReceipt(market.db, id, stranger)).rejects.toMatchObject({ code: 'OPTION_NOT_FOUND' });
  });

  it('include an event, a balance change and a message of its user', async () => {
    const case_ = await bought();
    market.published.length = 0;
    const option = await after(case_, [0, '60000.5']);
    const { userId } = case_;
    const ofSettling = market.published.filter(({ type }) => type !== 'ticks-appended');
    expect(ofSettling).toEqual([
      { type: 'option-changed', userId, option },
      { type: 'events-written' },
      { type: 'balances-changed', userId, balances: [{ kind: 'option', currencyId: CURRENCY.USDT }] },
    ]);
    const [message] = await selectMessages(market.db, userId, { category: 'options', limit: 5 });
    expect(message).toMatchObject({
      messageId: `option:${option.id}`,
      facts: { subject: 'option', result: 'win', openPrice: '60000', endPrice: '60000.5', stake: '100', payout: '85' },
    });
  });

  it('include a row in the words of legacy clients, and a line of a file', async () => {
    const case_ = await bought({ direction: 'down', feeRate: '1' });
    const open = z.encode(optionCodec, case_.option);
    expect(open).toMatchObject({ status: 1, end_price: '0', fact_profits: '0', profit_result: 0, complete_at: null });
    expect(open.remain_milli_seconds).toBe(60_000);
    const option = await after(case_, [-1000, '60000.02'], [0, '60000.01']);
    expect(z.encode(optionCodec, option)).toMatchObject({
      id: option.id,
      user_id: case_.userId,
      type: 2,
      type_name: 'Down',
      status: 3,
      show_micro_id: option.id + 10_000,
      number: '100',
      fee: '1',
      profit_ratio: '85.0000',
      loss_ratio: '100.0000',
      fact_profits: '-100',
      profit_result: -1,
      open_price: '60000',
      end_price: '60000.01',
      remain_milli_seconds: 0,
      is_insurance: 0,
      handled_at: new Date(case_.dueMs).toISOString().slice(0, 19).replace('T', ' '),
      before_tick: { price: '60000.02' },
    });
    let file = '';
    for await (const piece of await readOptionsCsv(market.db, case_.userId, {})) file += piece;
    const [head, line, end] = file.split('\r\n');
    expect(head).toBe(OPTIONS_CSV_COLUMNS.join(','));
    expect(line).toBe(
      [
        option.purchasedAt,
        option.dueAt,
        option.settledAt,
        'BTC/USDT,down,60,100,1,USDT,85,60000,60000.01,closed,lose,,-101,simulated',
        option.termsHash,
        option.id,
      ].join(','),
    );
    expect(end).toBe('');
  });

  it('include a row of the user’s lists and days', async () => {
    const lost = await bought({ direction: 'down', stake: '40', feeRate: '1' });
    await after(lost, [0, '60001']);
    await market.feed.setStatus(SYMBOL, 'trading');
    const open = await market.buy(lost.userId, { stake: '10' });
    const page = { limit: 10, offset: 0, nowMs: market.clock.nowMs() };
    const idsOf = async (filter: Parameters<typeof selectOptions>[2]) =>
      (await selectOptions(market.db, lost.userId, filter, page)).map(({ id }) => id);
    expect(await idsOf({})).toEqual([open.id, lost.option.id]);
    expect(await idsOf({ isOver: true })).toEqual([lost.option.id]);
    expect(await idsOf({ status: 'open' })).toEqual([open.id]);
    expect(await idsOf({ status: 'due' })).toEqual([]);
    expect(await idsOf({ result: 'win' })).toEqual([]);
    expect(await idsOf({ direction: 'down', after: open.id })).toEqual([lost.option.id]);
    const day = lost.option.purchasedAt.slice(0, 10);
    expect(await selectOptionDays(market.db, lost.userId, { from: day, to: day }, page.nowMs)).toEqual([
      { day, currency: 'USDT', options: 1, stakes: '40', fees: '0.4', profit: '-40.4' },
    ]);
  });
});
