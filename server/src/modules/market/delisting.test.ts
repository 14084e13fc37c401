// A market is listed by a command, and ends as announced: orders are cancelled, positions close at the last price, and
// what users have of the coin stays theirs and can be withdrawn.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { getDepositTerms } from '@halyard/contract/deposits/calls';
import { openPosition } from '@halyard/contract/futures/calls';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import { listMarkets } from '@halyard/contract/market/calls';
import { decimal } from '@halyard/contract/money';
import { listOrders, type Order } from '@halyard/contract/spot/calls';
import { placeOrder } from '@halyard/contract/spot/mutationCalls';
import { checkBooks } from '../../ledger/closings.ts';
import { readBalance } from '../../ledger/ledger.ts';
import { listMarketRecords } from '../../market/marketRecord.ts';
import { verify } from '../../testing/funding.ts';
import { accountOf, CURRENCY } from '../../testing/ledgerFixtures.ts';
import { openOffice, type Office } from '../../testing/operatorTool.ts';
import { createTestClock } from '../../testing/testClock.ts';
import type { TestUser } from '../../testing/testServer.ts';

const PAIR = { baseId: CURRENCY.BTC, quoteId: CURRENCY.USDT } as const;
const WAIT = { interval: 50 };

const clock = createTestClock();
let office: Office;
let user: TestUser;
beforeAll(async () => {
  office = await openOffice({ clock });
  await mkdir(office.server.dataDir, { recursive: true });
  user = await office.server.registerUser();
  await verify(office.server, user.id);
  await office.server.fund(user, CURRENCY.USDT, '1000');
  await office.server.fund(user, CURRENCY.USDT, '1000', 'futures');
  await office.server.fund(user, CURRENCY.BTC, '1');
  await tick('60000');
});
afterAll(() => office.close());

const tick = async (price: string) => {
  clock.advance(1500);
  const at = new Date(clock.nowMs()).toISOString();
  await office.server.feed.append('BTC/USDT', { price, at });
  await office.server.feed.append('ETH/USDT', { price: '3000', at });
};
const own = () => ({ token: user.token });
const sell = () =>
  office.server.call(
    placeOrder,
    {
      ...PAIR,
      side: 'sell',
      orderType: 'limit',
      quantity: decimal('0.4'),
      price: decimal('70000'),
      clientRequestId: randomUUID(),
    } as never,
    own(),
  ) as Promise<Order>;
const symbols = async () => {
  const groups = await office.server.call(listMarkets, {});
  return groups.flatMap(({ markets }) => markets.map(({ base }) => base));
};

it('ends a market: orders, positions, and nothing else', async () => {
  const waiting = await sell();
  await tick('60000');
  const position = (await office.server.call(
    openPosition,
    { ...PAIR, lots: 2, leverage: 20, side: 'long', clientRequestId: randomUUID() } as never,
    own(),
  )) as FuturesPosition;
  await office.tool.json('markets', 'delist', 'BTC/USDT', '--at', 'now', '--reason', 'its project has ended');
  await vi.waitFor(async () => {
    clock.advance(1000);
    expect(await symbols()).not.toContain('BTC');
  }, WAIT);
  const rows = await office.server.call(listOrders, { ...PAIR, page: 1 } as never, own());
  expect(rows.find(({ id }) => id === waiting.id)).toMatchObject({ status: 'cancelled', cancelReason: 'delisted' });
  await expect(sell()).rejects.toMatchObject({ code: 'MARKET_NOT_FOUND' });
  expect(await readBalance(office.server.db, accountOf(user.id, CURRENCY.BTC))).toMatchObject({
    available: '1',
    held: '0',
  });
  const contract = await readBalance(office.server.db, accountOf(user.id, CURRENCY.USDT, 'futures'));
  expect([position.id > 0, contract.held]).toEqual([true, '0']);
  expect(await checkBooks(office.server.db)).toEqual([]);
  // The last price values nothing any more.
  const btc = (await listMarketRecords(office.server.db)).find(({ symbol }) => symbol === 'BTC/USDT');
  expect(btc).toMatchObject({ isDelisted: true, reference: undefined });
});

it('refuses an end after which users could not get rid of a coin', async () => {
  await office.server.fund(user, 12, '5');
  const refused = await office.tool('markets', 'delist', 'SOL/USDT', '--at', 'now', '--reason', 'no demand');
  expect(refused.err).toContain('users could not get rid of it');
});

it('announces an end, and takes it back', async () => {
  const at = new Date(clock.nowMs() + 86_400_000).toISOString();
  await office.tool.json('markets', 'delist', 'ETH/USDT', '--at', at, '--reason', 'low volume');
  const eth = async () =>
    (await office.server.call(listMarkets, {})).flatMap(({ markets }) => markets).find(({ base }) => base === 'ETH');
  expect(await eth()).toMatchObject({ delistsAt: at });
  await office.tool.json('markets', 'keep', 'ETH/USDT', '--reason', 'users asked for it');
  expect(await eth()).not.toHaveProperty('delistsAt');
});

it('lists a market with a coin and its channel, and refuses a coin that could not be withdrawn', async () => {
  const file = join(office.server.dataDir, 'market.json');
  const market = {
    base: 'ADA',
    quote: 'USDT',
    title: 'Cardano',
    price_precision: 4,
    quantity_precision: 2,
    min_quantity: '1',
    min_notional: '5',
    maker_fee_rate: '0.0008',
    taker_fee_rate: '0.001',
    ladder: { levels: 20, half_spread: '0.0002', step: '0.0002', level_notional: '600' },
  };
  writeFileSync(file, JSON.stringify(market));
  expect((await office.tool('markets', 'add', '--file', file)).err).toContain('nobody could withdraw it');
  const channel = {
    places: 6,
    deposit_min: '5',
    withdrawal_min: '10',
    withdrawal_fee_percent: '0.1',
    withdrawal_fee_min: '1',
    chains: [{ chain: 'ERC20', confirmations: 12 }],
  };
  writeFileSync(file, JSON.stringify({ ...market, channel }));
  await office.tool.json('markets', 'add', '--file', file);
  expect((await office.tool('markets', 'add', '--file', file)).err).toContain('there is a market ADA/USDT');
  const terms = await office.server.call(getDepositTerms, {}, own());
  expect(terms.find(({ name }) => name === 'ADA')).toMatchObject({ places: 6, settlement: 'ADA' });
  // Hidden until a feed has a price for it.
  expect(await symbols()).not.toContain('ADA');
});
