// Halts: for all users alike, at once, with their reason; what ends risk and what takes money out stays possible.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { declareDeposit, getDepositAddress } from '@halyard/contract/deposits/calls';
import { listHalts, listPastHalts } from '@halyard/contract/halts/calls';
import { listMarkets } from '@halyard/contract/market/calls';
import { decimal } from '@halyard/contract/money';
import { cancelOrder, placeOrder } from '@halyard/contract/spot/mutationCalls';
import { getWallet } from '@halyard/contract/wallet/calls';
import { rowsOf } from '../db/database.ts';
import { askWithdrawal, CHANNEL, openWithdrawer, type Withdrawer } from '../testing/funding.ts';
import { CURRENCY } from '../testing/ledgerFixtures.ts';
import { openOffice, type Office } from '../testing/operatorTool.ts';
import { halts as haltsModule } from '../modules/halts/index.ts';
import { startHaltWatch } from './haltWatch.ts';

let office: Office;
let user: Withdrawer;
beforeAll(async () => {
  office = await openOffice();
  await office.server.feed.append('BTC/USDT', { price: '100' });
  user = await openWithdrawer(office.server, { usdt: '100000' });
});
afterAll(() => office.close());
afterEach(async () => {
  await office.server.db.execute(sql`delete from halts`);
  await office.server.feed.append('BTC/USDT', { price: '100' });
  office.server.events.publish({ type: 'halts-changed' });
});

const begin = (subject: string, ...words: readonly string[]) => office.tool('halts', 'begin', subject, ...words);
const list = () => office.server.call(listHalts, {});
const past = () => office.server.call(listPastHalts, {});
/** The document in the public log. */
const published = async () => {
  const [document] = (await haltsModule.readRules?.(office.server.db)) ?? [];
  return JSON.parse(document?.text ?? '[]') as unknown;
};
const order = { baseId: CURRENCY.BTC, quoteId: CURRENCY.USDT, side: 'buy', orderType: 'limit' } as const;
const buy = (price = '90', clientRequestId = randomUUID()) =>
  office.server.call(
    placeOrder,
    { ...order, price: decimal(price), quantity: decimal('0.1'), clientRequestId },
    { token: user.token },
  );
const halted = { code: 'HALTED' };

describe('a halted market', () => {
  it('takes no orders, cancels them, shows its reason, and trades again when the halt ends', async () => {
    const waiting = await buy();
    expect((await begin('btc/usdt', '--reason', 'We look into a wrong price.')).exitCode).toBe(0);
    expect(await list()).toEqual([
      { subject: 'market', market: 'BTC/USDT', reason: 'We look into a wrong price.', since: expect.any(String) },
    ]);
    await expect(buy()).rejects.toMatchObject({ code: 'MARKET_SUSPENDED' });
    const markets = (await office.server.call(listMarkets, {})).flatMap(({ markets: own }) => own);
    expect(markets.find(({ base }) => base === 'BTC')).toMatchObject({ status: 'feed-stalled' });
    await expect(
      office.server.call(cancelOrder, { id: waiting.id, clientRequestId: randomUUID() }, { token: user.token }),
    ).resolves.toMatchObject({ status: 'cancelled' });
    expect(await past()).toEqual([]);
    expect((await office.tool('halts', 'end', 'BTC/USDT')).out).toBe('Nothing is halted.');
    expect(await past()).toMatchObject([
      { market: 'BTC/USDT', reason: 'We look into a wrong price.', endedAt: expect.any(String) },
    ]);
    await expect(buy()).resolves.toMatchObject({ status: 'waiting' });
    expect(await office.auditOf('halt:BTC/USDT')).toEqual([
      { operator: 'olga', action: 'halts.begin', reason: 'We look into a wrong price.' },
      { operator: 'olga', action: 'halts.end', reason: null },
    ]);
  });

  it('fills no waiting order, whatever its prices do, until the halt ends', async () => {
    const waiting = await buy('95');
    await begin('BTC/USDT', '--reason-code', 'incident');
    await office.server.feed.append('BTC/USDT', { price: '80' });
    const stop = { ...order, orderType: 'stop_limit', price: decimal('200'), stopPrice: decimal('150') } as const;
    const refused = office.server.call(placeOrder, { ...stop, quantity: decimal('0.1') }, { token: user.token });
    await expect(refused).rejects.toMatchObject({ code: 'MARKET_SUSPENDED' });
    const [row] = await rowsOf<{ status: string; due: unknown }>(
      office.server.db,
      sql`select status, spot_due(market_id, 10) as due from spot_orders where id = ${waiting.id}`,
    );
    expect(row).toEqual({ status: 'waiting', due: null });
  });
});

describe('a halted function', () => {
  it.each([
    ['deposits', () => office.server.call(getDepositAddress, { channelId: CHANNEL.BANK }, { token: user.token })],
    ['registration', () => office.server.registerUser()],
    ['spot', () => buy()],
    ['withdrawals', () => askWithdrawal(office.server, user)],
  ] as const)('%s is refused for everybody, and nothing else is', async (subject, work) => {
    await begin(subject, '--reason-code', 'maintenance');
    await expect(work()).rejects.toMatchObject(halted);
    if (subject !== 'spot') await expect(buy()).resolves.toMatchObject({ status: 'waiting' });
    if (subject !== 'withdrawals') await expect(askWithdrawal(office.server, user)).resolves.toBeDefined();
  });

  it('answers a request again that succeeded before', async () => {
    const id = randomUUID();
    const first = await buy('90', id);
    await begin('spot', '--reason-code', 'maintenance');
    expect((await buy('90', id)).id).toBe(first.id);
  });
});

describe('the halted exchange', () => {
  it('begins nothing; users read, cancel and withdraw', async () => {
    const waiting = await buy();
    const other = await openWithdrawer(office.server, { usdt: '1000' });
    await begin('exchange', '--reason-code', 'upgrade');
    const deposit = { channelId: CHANNEL.BANK, amount: decimal('100'), proof: 'x', clientRequestId: randomUUID() };
    const token = { token: user.token };
    await expect(buy()).rejects.toMatchObject(halted);
    await expect(office.server.call(declareDeposit, deposit, token)).rejects.toMatchObject(halted);
    await expect(office.server.call(getWallet, {}, token)).resolves.toBeDefined();
    await expect(
      office.server.call(cancelOrder, { id: waiting.id, clientRequestId: randomUUID() }, token),
    ).resolves.toMatchObject({ status: 'cancelled' });
    await expect(askWithdrawal(office.server, other)).resolves.toBeDefined();
  });
});

describe('the command', () => {
  it.each([
    [['somebody@example.com', '--reason', 'x'], '«somebody@example.com» cannot be halted'],
    [['spot'], 'a reason is required'],
    [['spot', '--reason-code', 'disk'], '--reason-code must be one of maintenance'],
  ])('refuses %j', async (words, message) => {
    const { exitCode, err } = await begin(words[0] ?? '', ...words.slice(1));
    expect([exitCode === 0, err]).toEqual([false, expect.stringContaining(message)]);
  });

  it('reaches every node within a second, also without an event', async () => {
    await office.server.db.execute(
      sql`insert into halts (source, subject, reason) values ('operator', 'spot', 'incident')`,
    );
    await expect.poll(list).toHaveLength(1);
    await expect(buy()).rejects.toMatchObject(halted);
  });

  it('goes into the public log, with its end', async () => {
    await begin('trust', '--reason-code', 'law');
    await office.tool('halts', 'end', 'trust');
    expect(await published()).toMatchObject([{ subject: 'trust', reason: 'law', ended: expect.any(String) }]);
  });
});

describe('the watch', () => {
  const watchOf = (checkpointAge: number, free: number) =>
    startHaltWatch({
      db: office.server.db,
      events: office.server.events,
      log: { warn: () => undefined, error: () => undefined },
      dataDir: office.server.dataDir,
      node: 'n1',
      readiness: async () => ({
        isReady: true,
        failed: [],
        degraded: [],
        version: '1',
        tickAges: {},
        checkpointAge,
      }),
      freeShare: async () => free,
    });

  it('halts the markets while the public log is not signed, and the exchange while the disk is full', async () => {
    const bad = watchOf(31, 0.049);
    await bad.check();
    await bad.close();
    expect((await list()).map(({ subject, reason }) => [subject, reason])).toEqual([
      ['exchange', 'disk'],
      ['markets', 'log-late'],
    ]);
    const good = watchOf(1, 0.2);
    await good.check();
    await good.close();
    expect(await list()).toEqual([]);
  });

  it('halts nothing any more when its node is gone', async () => {
    const bad = watchOf(31, 0.2);
    await bad.check();
    await bad.close();
    expect(await published()).toMatchObject([{ reason: 'log-late', ended: null }]);
    await office.server.db.execute(sql`update halts set expires_at = now() - interval '1 second'`);
    office.server.events.publish({ type: 'halts-changed' });
    expect(await list()).toEqual([]);
    expect(await published()).toMatchObject([{ reason: 'log-late', ended: expect.any(String) }]);
  });
});
