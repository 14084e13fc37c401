// Options on tick files, gzipped and plain, as FEED=replay plays them, end by the rule at its edges: each is
// bought over HTTP, and its receipt is read there. The clock is set by the script.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { getReceipt, type OptionReceipt } from '@halyard/contract/options/receiptCalls';
import { buyOption, type Option } from '@halyard/contract/options/calls';
import { decimal } from '@halyard/contract/money';
import type { Direction } from '@halyard/contract/options/rules';
import { createHttpCaller, type HttpCaller } from '@halyard/contract/testing/httpCaller';
import { rowsOf } from '../../db/database.ts';
import { catchUp } from '../../testing/feedHarness.ts';
import { identityOf } from '../../testing/identities.ts';
import { CURRENCY } from '../../testing/ledgerFixtures.ts';
import { findPostingFaults } from '../../testing/optionBooks.ts';
import { findOptionFaults, marketIdOf } from '../../testing/optionMarket.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/testServer.ts';
import { replayFiles, writeTicks, type ScriptTick } from '../../testing/tickFiles.ts';
import { addVersion, versionAt } from './currentTerms.ts';

const NOW_MS = Date.parse('2026-11-25T12:00:00.000Z');
const SECONDS = 30;
const DUE_MS = SECONDS * 1000;

/** Ticks so many milliseconds after the purchase; the price at it is 100. */
type Script = {
  readonly file: string;
  readonly symbol: string;
  readonly after: readonly ScriptTick[];
  readonly directions: Readonly<Partial<Record<Direction, OptionReceipt['result']>>>;
  /** Prices of the ticks before the end and at it. */
  readonly ticks: readonly [before: string, end: string | null];
  readonly reason?: OptionReceipt['voidReason'];
};

const SCRIPTS: Readonly<Record<string, Script>> = {
  'at the very end, and not by the last tick before it': {
    file: 'btcusdt-edge.csv.gz',
    symbol: 'BTC/USDT',
    after: [
      [DUE_MS - 1, '101'],
      [DUE_MS, '99.99'],
      [DUE_MS + 1, '102'],
    ],
    directions: { up: 'lose', down: 'win' },
    ticks: ['101', '99.99'],
  },
  'at the same price 30.000 s after the end, in a tie': {
    file: 'ethusdt-tie.csv',
    symbol: 'ETH/USDT',
    after: [
      [DUE_MS - 1000, '90'],
      [DUE_MS + 30_000, '100'],
    ],
    directions: { up: 'tie', down: 'tie' },
    ticks: ['90', '100'],
  },
  'void 30.001 s after the end': {
    file: 'solusdt-late.csv.gz',
    symbol: 'SOL/USDT',
    after: [
      [DUE_MS - 1, '101'],
      [DUE_MS + 30_001, '101'],
    ],
    directions: { up: 'void', down: 'void' },
    ticks: ['101', '101'],
    reason: 'no_tick',
  },
  'void after a gap that began long before it': {
    file: 'ltcusdt-gap.csv',
    symbol: 'LTC/USDT',
    after: [
      [1000, '101'],
      [DUE_MS + 600_000, '102'],
    ],
    directions: { up: 'void', down: 'void' },
    ticks: ['101', '102'],
    reason: 'no_tick',
  },
  'void when the file is over before it': {
    file: 'xrpusdt-over.csv.gz',
    symbol: 'XRP/USDT',
    after: [[DUE_MS - 1, '101']],
    directions: { up: 'void', down: 'void' },
    ticks: ['101', null],
    reason: 'series_ended',
  },
  'in a tie at the same price': {
    file: 'dogeusdt-tie.csv',
    symbol: 'DOGE/USDT',
    after: [
      [DUE_MS - 400, '100.00001'],
      [DUE_MS + 600, '100'],
    ],
    directions: { up: 'tie', down: 'tie' },
    ticks: ['100.00001', '100'],
  },
};
/** After everything. */
const OVER_MS = DUE_MS + 600_001;

let server: TestServer;
let call: HttpCaller;
let user: TestUser;
const folder = mkdtempSync(join(tmpdir(), 'halyard-scripts-'));
const bought = new Map<string, Option>();

/** A minute of ticks; the last one is at the purchase. */
function before(): ScriptTick[] {
  const seconds = Array.from({ length: 61 }, (_, second) => NOW_MS - 60_000 + second * 1000);
  return seconds.map((atMs, place) => [atMs, place % 2 === 0 ? '100' : '100.01']);
}

beforeAll(async () => {
  const clock = createTestClock(NOW_MS);
  server = await startTestServer({ clock });
  call = createHttpCaller(server.url);
  const paths = Object.values(SCRIPTS).map(({ file, after }) => {
    const played = after.map(([ms, price]): ScriptTick => [NOW_MS + ms, price]);
    return writeTicks(folder, file, [...before(), ...played]);
  });
  const session = await replayFiles(server, paths, NOW_MS - 60_000);
  await catchUp(session);
  await chargeFee();
  user = await server.registerUser();
  await identityOf(server, user).basic();
  await identityOf(server, user).approve();
  await server.fund(user, CURRENCY.USDT, '10000', 'option');
  for (const { symbol, directions } of Object.values(SCRIPTS)) {
    for (const direction of Object.keys(directions) as Direction[]) await buy(symbol, direction);
  }
  // As from a feed: ticks between two sweeps arrive at once.
  for (const ms of [DUE_MS - 1, 1, 29_999, 1, 1, OVER_MS]) {
    clock.advance(ms);
    await catchUp(session);
  }
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

async function chargeFee(): Promise<void> {
  const version = await versionAt(server.db, NOW_MS);
  if (version === undefined) expect.unreachable();
  const currencies = version.currencies.map((currency) => ({ ...currency, feeRate: decimal('1') }));
  await server.db.transaction((tx) => addVersion(tx, { ...version, currencies }, new Date(NOW_MS).toISOString()));
}

async function buy(symbol: string, direction: Direction): Promise<void> {
  const marketId = await marketIdOf(server.db, symbol);
  const request = { marketId, currencyId: CURRENCY.USDT, direction, seconds: SECONDS, stake: decimal('100') };
  bought.set(`${symbol} ${direction}`, await call(buyOption, request, user.token));
}

const RETURNED = { win: '180', lose: '0', tie: '100', void: '101' } as const;
const PROFIT = { win: '80', lose: '-100', tie: '0', void: '0' } as const;

describe('an option on recorded ticks ends', () => {
  it.each(Object.entries(SCRIPTS))('%s', async (_title, { symbol, directions, ticks, reason = null }) => {
    for (const [direction, result] of Object.entries(directions)) {
      const option = bought.get(`${symbol} ${direction}`);
      if (option === undefined) expect.unreachable();
      expect(option).toMatchObject({
        openTick: { price: '100' },
        purchasedAt: new Date(NOW_MS).toISOString(),
        fee: '1',
      });
      const receipt = await vi.waitFor(() => call(getReceipt, { id: option.id }, user.token), {
        interval: 50,
      });
      expect(receipt).toMatchObject({
        result,
        voidReason: reason,
        priceSource: 'replay',
        openTick: option.openTick,
        beforeTick: { price: ticks[0] },
        endTick: ticks[1] === null ? null : { price: ticks[1] },
        returned: RETURNED[result],
        profit: PROFIT[result],
        dueAt: new Date(NOW_MS + DUE_MS).toISOString(),
      });
      expect(receipt.entries).toHaveLength(2);
      if (receipt.endTick !== null) expect(receipt.endTick.seq).toBe((receipt.beforeTick?.seq ?? 0) + 1);
    }
  });

  it('with the postings of the rules', async () => {
    await vi.waitFor(
      async () => expect(await rowsOf(server.db, sql`select 1 from options where settled_at is null`)).toEqual([]),
      { interval: 50 },
    );
    expect(await findPostingFaults(server.db)).toEqual([]);
    expect(await findOptionFaults(server.db)).toEqual([]);
  });
});
