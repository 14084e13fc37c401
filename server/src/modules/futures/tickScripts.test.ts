// Futures on tick files, gzipped and plain, as FEED=replay plays them, at the edges of the rules: positions are opened
// over HTTP, the exchange is stopped for two days, and receipts are read over HTTP.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { getPositionReceipt, type PositionReceipt } from '@halyard/contract/futures/receiptCalls';
import { listPositions, openPosition } from '@halyard/contract/futures/calls';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import { decimal as d } from '@halyard/contract/money';
import { HOUR_MS } from '@halyard/contract/time';
import { postEntries, readBalance } from '../../ledger/ledger.ts';
import { listMarketRecords } from '../../market/marketRecord.ts';
import { findFuturesTermsFaults } from '../../testing/futuresDesk.ts';
import { catchUp } from '../../testing/feedHarness.ts';
import { CURRENCY, transfer } from '../../testing/ledgerFixtures.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/testServer.ts';
import { replayFiles, writeTicks, type ScriptTick } from '../../testing/tickFiles.ts';

const NOW_MS = Date.parse('2026-11-25T12:00:00.000Z');
const AWAY_MS = 48 * HOUR_MS;
const instant = (ms: number) => new Date(NOW_MS + ms).toISOString();
const PATIENCE = { interval: 50 };

/** Ticks so many milliseconds after the opening; the first is at the opening. */
const FILES: Readonly<Record<string, readonly ScriptTick[]>> = {
  'btcusdt-falls.csv.gz': [
    [0, '60000'],
    [3000, '58511.71'],
    [4000, '58511.7'],
    [5000, '55000'],
    [6000, '49511.71'],
    [7000, '49511.7'],
    [AWAY_MS, '49600'],
  ],
  'ethusdt-jumps.csv': [
    [0, '3000.6'],
    [2000, '3200'],
    [AWAY_MS, '3200'],
  ],
  'solusdt-gap.csv.gz': [
    [0, '150'],
    [1000, '147.01'],
    [2000, '145'],
    [AWAY_MS, '145'],
  ],
  'ltcusdt-nights.csv': [
    [0, '80'],
    [12 * HOUR_MS - 1, '81'],
    [12 * HOUR_MS, '90'],
    [36 * HOUR_MS - 1000, '82'],
    [AWAY_MS, '83'],
  ],
  'xrpusdt-over.csv.gz': [
    [0, '0.5'],
    [1000, '0.51'],
  ],
  'dogeusdt-order.csv': [
    [0, '0.1'],
    [1000, '0.0985'],
    [2000, '0.0986'],
    [AWAY_MS, '0.0986'],
  ],
};

let server: TestServer;
const folder = mkdtempSync(join(tmpdir(), 'halyard-scripts-'));
const opened: Record<string, { readonly user: TestUser; readonly position: FuturesPosition }> = {};

type Order = Partial<Parameters<typeof server.call<typeof openPosition>>[1]>;

const users: Record<string, TestUser> = {};
/** With the money that leaves 500 after opening the cross positions. */
const userOf = async (name: string): Promise<TestUser> => {
  const user = users[name] ?? (await server.registerUser());
  if (!(name in users)) await server.fund(user, CURRENCY.USDT, '953.0303', 'futures');
  users[name] = user;
  return user;
};

/** Five lots long at leverage 20, unless `order` differs. */
async function open(name: string, base: string, order: Order = {}, owner = name): Promise<void> {
  const user = await userOf(owner);
  const market = (await listMarketRecords(server.db)).find(({ symbol }) => symbol === `${base}/USDT`);
  const usual = { baseId: market?.baseId, quoteId: CURRENCY.USDT, lots: 5, leverage: 20, side: 'long' } as const;
  const request = { ...usual, clientRequestId: crypto.randomUUID(), ...order };
  const position = (await server.call(openPosition, request, { token: user.token })) as FuturesPosition;
  opened[name] = { user, position };
}

async function receiptOf(name: string): Promise<PositionReceipt> {
  const { position, user } = opened[name] ?? expect.unreachable();
  return vi.waitFor(() => server.call(getPositionReceipt, position, { token: user.token }), PATIENCE);
}

async function rowOf(name: string): Promise<FuturesPosition | undefined> {
  const { user, position } = opened[name] ?? expect.unreachable();
  const { page } = await server.call(listPositions, {}, { token: user.token });
  return page.rows.find(({ id }) => id === position.id);
}

/** Losses beyond the margin are paid by the house. */
async function emptyInsurance(): Promise<void> {
  const [insurance, outside] = (['insurance', 'outside'] as const).map((house) => ({
    house,
    currencyId: CURRENCY.USDT,
  }));
  if (insurance === undefined || outside === undefined) expect.unreachable();
  const { available } = await readBalance(server.db, insurance);
  await server.db.transaction((tx) => postEntries(tx, [transfer(insurance, outside, available)]));
}

beforeAll(async () => {
  const clock = createTestClock(NOW_MS);
  server = await startTestServer({ clock });
  const paths = Object.entries(FILES).map(([name, ticks]) =>
    writeTicks(
      folder,
      name,
      ticks.map(([ms, price]) => [NOW_MS + ms, price]),
    ),
  );
  const session = await replayFiles(server, paths, NOW_MS);
  await catchUp(session);
  await open('equal', 'BTC');
  await open('cross long', 'BTC', { mode: 'cross' }, 'cross');
  await open('cross short', 'ETH', { mode: 'cross', side: 'short', lots: 10, leverage: 10 }, 'cross');
  await open('bankrupt', 'ETH', { side: 'short' });
  await open('gap', 'SOL', { stopLoss: d('147') });
  await open('nights', 'LTC', { lots: 10, leverage: 5 });
  await open('over', 'XRP');
  await open('order', 'DOGE', { kind: 'limit', targetPrice: d('0.0995'), stopLoss: d('0.099') });
  await emptyInsurance();
  clock.advance(AWAY_MS);
  await catchUp(session);
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

describe('a position on recorded ticks', () => {
  it('is liquidated by the first tick that equals the shown price', async () => {
    expect(opened['equal']?.position.liquidationPrice).toBe('58511.7');
    expect(await receiptOf('equal')).toMatchObject({
      priceSource: 'replay',
      closeReason: 'liquidation',
      beforeTick: { price: '58511.71' },
      closeTick: { price: '58511.7', at: instant(4000) },
      returned: '75.015',
      shortfall: '0',
    });
  });

  it('is closed by its stop when a gap passes both the stop and the liquidation price', async () => {
    expect(opened['gap']?.position.liquidationPrice).toBe('146.279');
    expect(await receiptOf('gap')).toMatchObject({
      closeReason: 'stop_loss',
      beforeTick: { price: '147.01' },
      closeTick: { price: '145' },
      profit: '-25.15',
      returned: '12.3575',
    });
  });

  it('costs its user at most the margin: without insurance the house pays', async () => {
    expect(await receiptOf('bankrupt')).toMatchObject({
      closeReason: 'liquidation',
      entryPrice: '3000',
      closeTick: { price: '3200' },
      profit: '-100',
      returned: '0',
      fromBalance: '0',
      shortfall: '25',
      // A tenth of the one fee so far; later overnight fees do not pay for this.
      insured: '0.024875',
    });
  });

  it('is liquidated by its whole cross account, the largest margin first', async () => {
    const receipt = await receiptOf('cross short');
    expect(receipt).toMatchObject({ closeReason: 'liquidation', mode: 'cross', closeTick: { price: '3200' } });
    // By the tick of the other market that lowered the account, even though an ETH tick two days later is in the log
    // too.
    const marks = receipt.marks.map(({ tick }) => tick);
    expect(marks).toContainEqual(expect.objectContaining({ price: '49511.7', at: instant(7000) }));
    expect(marks).toContainEqual(expect.objectContaining({ price: '3200', at: instant(2000) }));
    expect(await receiptOf('cross long')).toMatchObject({ closeReason: 'series_ended' });
  });

  it('pays the overnight fee of each midnight during the stop, at the last tick before it', async () => {
    // Its series ends soon after.
    expect(await receiptOf('nights')).toMatchObject({ closeReason: 'series_ended', closeTick: { price: '83' } });
    expect((await rowOf('nights'))?.overnightTotal).toBe('0.489');
  });

  it('ends at the last tick of its series', async () => {
    expect(await receiptOf('over')).toMatchObject({
      closeReason: 'series_ended',
      closeTick: { price: '0.51' },
      profit: '4.8',
    });
  });

  it('from a pending order is stopped from the next tick on', async () => {
    expect(opened['order']?.position).toMatchObject({ status: 'pending', entryPrice: '0.0995' });
    expect(await receiptOf('order')).toMatchObject({
      entryPrice: '0.09853',
      openTick: { price: '0.0985' },
      closeReason: 'stop_loss',
      beforeTick: { price: '0.0985' },
      closeTick: { price: '0.0986' },
      profit: '0.35',
    });
  });

  it('leaves the books in balance', async () => {
    expect(await findFuturesTermsFaults(server.db)).toEqual([]);
  });
});
