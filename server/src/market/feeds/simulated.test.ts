// The simulated feed of an exchange. A first start fills every interval without a gap and near the anchor
// (`bench/backfill.bench.ts` measures how fast); downtime is filled in as if there had been none; the secret is in no
// database and is never replaced; prices of the earlier model continue.
import { createHash, createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MarketId } from '@halyard/contract/ids';
import { PERIODS, type Period } from '@halyard/contract/market/calls';
import { COIN_MODELS, LONG_RUN_DEVIATION } from '@halyard/contract/market/simulatedModel';
import { decimal, toModelNumber, ZERO } from '@halyard/contract/money';
import { DAY_MS } from '@halyard/contract/time';
import { rowsOf, type Database } from '../../db/database.ts';
import { catchUp, createFeedHarness, type FeedHarness } from '../../testing/feedHarness.ts';
import { listMarketRecords } from '../marketRecord.ts';
import { appendTicks, listSeries, openSeries, readPosition } from '../series.ts';
import { FeedSetupError, type FeedSource } from './feed.ts';
import { CHAIN_DAYS, createSimulatedSource, readChainSecret, secretOfSeed, seedChain } from './simulated.ts';

describe('simulated', () => {
  const START_MS = Date.UTC(2026, 7, 12, 9, 41, 17, 350);
  const SYMBOLS = ['BTC/USDT', 'ETH/USDT', 'SOL/USDT', 'XRP/USDT', 'LTC/USDT', 'DOGE/USDT'];
  const barsWanted = (period: Period) => (period === '1week' || period === '1mon' ? 60 : 300);

  // Bars counted from the newest back to the first gap.
  async function unbrokenBars(db: Database, symbol: string, period: Period): Promise<number> {
    const [row] = await rowsOf<{ bars: string }>(
      db,
      sql`with bars as (
        select c.opened_at, lead(c.opened_at) over (order by c.opened_at) as next_at
        from candles c join markets m on m.series_id = c.series_id where m.symbol = ${symbol} and c.period = ${period}
      )
      select count(*)::text as bars from bars where opened_at > coalesce((
        select max(opened_at) from bars where next_at <> bar_start(${period}, opened_at + case ${period}::text
          when '1mon' then interval '1 month' when '1week' then interval '7 days' when '1day' then interval '1 day'
          else replace(${period}, 'min', ' minutes')::interval end)
      ), '-infinity')`,
    );
    return Number(row?.bars);
  }

  const folder = mkdtempSync(join(tmpdir(), 'halyard-simulated-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const simulated = (seed?: string, dataDir = folder) => createSimulatedSource({ dataDir, seed });
  const secretOf = (dataDir: string) => join(dataDir, 'seed.key');

  // Only the first market.
  function onlyBitcoin(source: FeedSource): FeedSource {
    return {
      open: async (db, nowMs) => {
        const feed = await source.open(db, nowMs);
        return { ...feed, markets: feed.markets.slice(0, 1) };
      },
    };
  }

  describe('the simulated feed', () => {
    let harness: FeedHarness;
    beforeAll(async () => {
      harness = await createFeedHarness(START_MS);
      await catchUp(await harness.startFeed(simulated()));
    });
    afterAll(async () => harness.close());

    const expectUnbrokenBars = async () => {
      for (const symbol of SYMBOLS) {
        for (const period of PERIODS) {
          const hasEnough = (await unbrokenBars(harness.db, symbol, period)) >= barsWanted(period);
          expect([symbol, period, hasEnough]).toEqual([symbol, period, true]);
        }
      }
    };
    it('fills every interval of six markets without a gap', async () => {
      await expectUnbrokenBars();
    });

    it('ends at now and near the anchors, with every market open', async () => {
      const markets = await listMarketRecords(harness.db);
      expect(markets.map(({ symbol }) => symbol)).toEqual(SYMBOLS);
      for (const { symbol, status, source, isDisplayed, reference } of markets) {
        expect({ symbol, status, source, isDisplayed }).toEqual({
          symbol,
          status: 'trading',
          source: 'simulated',
          isDisplayed: true,
        });
        expect(harness.clock.nowMs() - Date.parse(reference?.at ?? '')).toBeLessThan(1000);
        const anchor = toModelNumber(COIN_MODELS.get(symbol)?.anchor ?? ZERO);
        const distance = Math.log(toModelNumber(reference?.price ?? ZERO) / anchor);
        expect(Math.abs(distance)).toBeLessThan(5 * LONG_RUN_DEVIATION);
      }
    });

    it('produces about one price a second from then on, for every market', async () => {
      const session = await harness.startFeed(simulated());
      harness.published.length = 0;
      for (let second = 0; second < 20; second += 1) {
        harness.clock.advance(1000);
        const { waitMs } = await session.step();
        expect(waitMs).toBeLessThanOrEqual(1000);
      }
      for (const symbol of SYMBOLS) {
        const ticks = harness.published.flatMap((event) =>
          event.type === 'ticks-appended' && event.symbol === symbol ? event.ticks : [],
        );
        expect(ticks).toHaveLength(20);
        expect(ticks.map(({ seq }) => seq)).toEqual(ticks.map((_, index) => (ticks[0]?.seq ?? 0) + index));
      }
    });

    it('draws a secret once and exposes it neither in the state nor in the name of the series', async () => {
      const seriesBefore = (await listMarketRecords(harness.db)).map(({ seriesId }) => seriesId);
      await catchUp(await harness.startFeed(simulated()));
      expect((await listMarketRecords(harness.db)).map(({ seriesId }) => seriesId)).toEqual(seriesBefore);
      const [series, ...others] = await listSeries(harness.db, 'simulated');
      expect(others.map(({ state, identity }) => ({ state, identity }))).toEqual(
        others.map(() => ({ state: series?.state, identity: series?.identity })),
      );
      expect(series?.state).toEqual({
        model: 'schwartz-3',
        anchor: expect.any(String) as string,
        firstDay: '2026-08-12',
        liveFromMs: START_MS - 350,
        sparseFromMs: Date.UTC(2021, 6, 1),
        sparseToMs: START_MS - 350,
      });
      expect(readFileSync(secretOf(folder), 'utf8')).not.toContain(series?.state['anchor']);
    });

    it('is refused in one line with a missing or wrong secret, and begins no other series', async () => {
      const other = join(folder, 'other');
      const refusal = async () => {
        const error: unknown = await harness.startFeed(simulated(undefined, other)).catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(FeedSetupError);
        return (error as Error).message;
      };
      const before = await listSeries(harness.db, 'simulated');
      expect(await refusal()).toContain('seed.key is missing');
      mkdirSync(other);
      writeFileSync(secretOf(other), `first_day 2026-08-12\nkey ${Buffer.alloc(32, 3).toString('base64')}\n`);
      expect(await refusal()).toContain('seed.key is not the one');
      expect(await listSeries(harness.db, 'simulated')).toEqual(before);
    });

    it('has another series for each given seed, stores no seed, and then continues its own', async () => {
      const own = (await listMarketRecords(harness.db)).map(({ seriesId }) => seriesId);
      const followed = async (seed?: string) => {
        await harness.startFeed(simulated(seed));
        return (await listMarketRecords(harness.db)).map(({ seriesId }) => seriesId);
      };
      const [north, south] = [await followed('a given seed'), await followed('south')];
      expect(new Set([...own, ...north, ...south]).size).toBe(3 * SYMBOLS.length);
      expect(await followed('a given seed')).toEqual(north);
      expect(await followed()).toEqual(own);
      const states = (await listSeries(harness.db, 'simulated')).map(({ state }) => state);
      expect(JSON.stringify(states)).not.toContain('a given seed');
      expect(states.filter((state) => state['reproducible'] === 1)).toHaveLength(2 * SYMBOLS.length);
    });
  });

  describe('an exchange', () => {
    let harness: FeedHarness;
    beforeEach(async () => {
      harness = await createFeedHarness(START_MS);
    });
    afterEach(async () => harness.close());
    const logOf = async ({ db }: FeedHarness) =>
      rowsOf(
        db,
        sql`select seq::text as seq, at, price::text as price, quantity::text as quantity from ticks t order by t.seq`,
      );
    const barsOf = async ({ db }: FeedHarness) =>
      rowsOf(db, sql`select period, opened_at, open, high, low, close, volume from candles order by period, opened_at`);

    it('that was down for ten minutes has the same log and candles as one that was not', async () => {
      const twin = await createFeedHarness(START_MS);
      const source = onlyBitcoin(simulated('north'));
      try {
        // Killed in the middle of the history, twice.
        await (await twin.startFeed(source)).step();
        twin.clock.advance(600_000);
        await catchUp(await twin.startFeed(source));
        twin.clock.advance(600_000);
        await catchUp(await twin.startFeed(source));
        const session = await harness.startFeed(source);
        await catchUp(session);
        for (let minute = 0; minute < 20; minute += 1) {
          harness.clock.advance(60_000);
          await catchUp(session);
        }
        expect(await logOf(twin)).toEqual(await logOf(harness));
        expect(await barsOf(twin)).toEqual(await barsOf(harness));
      } finally {
        await twin.close();
      }
    });

    it('has bars without gaps after a month without power', async () => {
      const source = onlyBitcoin(simulated());
      await catchUp(await harness.startFeed(source));
      harness.clock.advance(30 * DAY_MS);
      await catchUp(await harness.startFeed(source));
      for (const period of PERIODS) {
        const hasEnough = (await unbrokenBars(harness.db, 'BTC/USDT', period)) >= barsWanted(period);
        expect([period, hasEnough]).toEqual([period, true]);
      }
    });

    it.each([
      ['a seed that was drawn', undefined, { seed: 'f00d' }, 'f00d'],
      ['a seed that was given', 'north', {}, 'north'],
    ])('goes on with its prices of the model before, of %s', async (_whose, seed, state, seedBefore) => {
      const marketId = 1 as MarketId;
      const identity = createHash('sha256').update(`schwartz-1|${seedBefore}`).digest('hex');
      const before = await harness.db.transaction(async (tx) => {
        const { seriesId } = await openSeries(tx, { marketId, source: 'simulated', identity }, state);
        const at = new Date(START_MS - 600_000).toISOString();
        await appendTicks(tx, seriesId, [{ at, price: decimal('61234.5'), quantity: decimal('1') }]);
        return seriesId;
      });
      const source = onlyBitcoin(simulated(seed));
      await catchUp(await harness.startFeed(source));
      const [market] = await listMarketRecords(harness.db);
      expect(market?.seriesId).toBe(before);
      expect(toModelNumber(market?.reference?.price ?? ZERO) / 61_234.5).toBeCloseTo(1, 1);
      const position = await readPosition(harness.db, before);
      expect(position.state).toMatchObject({ ...state, model: 'schwartz-3', liveFromMs: START_MS - 350 });
      harness.clock.advance(60_000);
      await catchUp(await harness.startFeed(source));
      const after = await readPosition(harness.db, before);
      expect(after.state).toEqual(position.state);
      expect(after.lastSeq).toBe(position.lastSeq + 60);
    });
  });
});

// The chain of day keys: it is the published one, its secret is created once by concurrent callers, is not readable by
// other users, and is never created again while prices continue with it.
describe('seed chain', () => {
  const NOW_MS = Date.UTC(2026, 7, 12, 23, 59, 59, 999);
  const folder = mkdtempSync(join(tmpdir(), 'halyard-chain-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const newFolder = (name: string) => join(folder, name);

  describe('a chain of keys', () => {
    const lastKey = Buffer.alloc(32, 3);
    const chain = seedChain(lastKey);

    it('begins at the published anchor, and ends with its secret', () => {
      expect(chain.anchor).toBe('LmE+xr1we1rLYksk/+bkRImkw1vdW1TrYvge8NU6qOs=');
      expect(chain.tickKey(CHAIN_DAYS)).toEqual(createHmac('sha256', lastKey).update('ticks').digest());
    });

    it('may be made from a seed', () => {
      const secret = secretOfSeed('north', NOW_MS);
      expect([secret.firstDay, secret.lastKey.toString('hex')]).toEqual([
        '2026-08-12',
        '6cdbfaf14ccf92f23a20f31c0eceffd2e3e85c19946f7933bde93eb96263bbc1',
      ]);
    });

    it('has a key of its own for each of its days, and none beyond', () => {
      const keys = Array.from({ length: CHAIN_DAYS }, (_, index) => chain.tickKey(index + 1)?.toString('hex'));
      expect(new Set(keys).size).toBe(CHAIN_DAYS);
      expect([-1, 0, CHAIN_DAYS + 1].map((day) => chain.tickKey(day))).toEqual([undefined, undefined, undefined]);
      expect(keys).not.toContain(
        createHmac('sha256', Buffer.from(chain.anchor, 'base64')).update('ticks').digest('hex'),
      );
    });
  });

  describe('the secret of a chain', () => {
    it('is created once by concurrent callers, is private and does not change', async () => {
      const dataDir = newFolder('one');
      const secrets = await Promise.all(Array.from({ length: 20 }, () => readChainSecret(dataDir, NOW_MS, false)));
      const [first] = secrets;
      expect(secrets).toEqual(secrets.map(() => first));
      expect(first?.firstDay).toBe('2026-08-12');
      expect(first?.lastKey).toHaveLength(32);
      expect(readdirSync(dataDir)).toEqual(['seed.key']);
      expect(statSync(join(dataDir, 'seed.key')).mode & 0o777).toBe(0o600);
      expect(await readChainSecret(dataDir, NOW_MS + 1, true)).toEqual(first);
      expect(await readChainSecret(newFolder('two'), NOW_MS, false)).not.toEqual(first);
    });

    it('is reported in one line when it is missing or damaged, and left unchanged', async () => {
      const lineOf = async (dataDir: string, mustExist: boolean) => {
        const error: unknown = await readChainSecret(dataDir, NOW_MS, mustExist).catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(FeedSetupError);
        expect((error as Error).message).not.toContain('\n');
        return (error as Error).message;
      };
      const missing = newFolder('missing');
      expect(await lineOf(missing, true)).toContain(`${join(missing, 'seed.key')} is missing`);
      await readChainSecret(missing, NOW_MS, false);
      const path = join(missing, 'seed.key');
      const whole = readFileSync(path, 'utf8');
      for (const damaged of ['', whole.slice(0, 40), `${whole}more`, whole.replace('2026-08-12', '2026-13-12')]) {
        writeFileSync(path, damaged);
        for (const mustExist of [true, false]) expect(await lineOf(missing, mustExist)).toContain('is damaged');
        expect(readFileSync(path, 'utf8')).toBe(damaged);
      }
    });
  });
});
