/** The futures terms of a market by the version in force. */
import * as z from 'zod/mini';
import type { CurrencyId, MarketId } from '@halyard/contract/ids';
import type { PriceSource } from '@halyard/contract/market/calls';
import { derivativesFault } from '@halyard/contract/market/liveIndex';
import { hashFuturesTerms, FUTURES_RULE, type FuturesTerms, futuresRates } from '@halyard/contract/futures/terms';
import { FRESH_PRICE_MS, type PricePoint } from '@halyard/contract/options/rules';
import { count, field, wireRequest } from '@halyard/contract/codec';
import { decimal, ZERO } from '@halyard/contract/money';
import { BusinessError } from '../../calls/callHandler.ts';
import type { Reader, Database } from '../../db/database.ts';
import { listMarketRecords, type MarketRecord } from '../../market/marketRecord.ts';
import { entryDelays, FIRST_ENTRY_DELAYS } from '../../terms/entryDelays.ts';
import { createVersions, type Version } from '../../terms/versions.ts';
import type { Clock } from '../../clock.ts';
import type { MarketFields } from '../../market/tickers.ts';

const futuresMarketTerms = wireRequest({ symbol: field('market', z.string()), ...futuresRates });
export type FuturesMarketTerms = z.output<typeof futuresMarketTerms>;

/** The terms of a version, as operators write them and the database stores them. */
export const futuresVersionTerms = wireRequest({
  markets: field('markets', z.array(futuresMarketTerms)),
  /** The most open positions of a user, and the most pending orders. */
  positionsMax: field('positions_max', count),
  pendingMax: field('pending_max', count),
  /** Missing in old versions: a request is carried out by the first tick after it. */
  entryDelays: field('entry_delay_ms', z.optional(entryDelays)),
});
export type FuturesVersionTerms = z.output<typeof futuresVersionTerms>;
export type FuturesVersion = Version<FuturesVersionTerms>;

/** New versions are numbered one at a time. */
const VERSIONS_LOCK = 7_204_126;

export const futuresVersions = createVersions({
  table: 'futures_versions',
  lock: VERSIONS_LOCK,
  codec: futuresVersionTerms,
});
export const { versionAt } = futuresVersions;

/** A market's terms in a version; undefined when it has no futures. */
function marketTermsOf(version: FuturesVersion | undefined, symbol: string): FuturesMarketTerms | undefined {
  return version?.markets.find((market) => market.symbol === symbol);
}

/** A market named by its pair or by its id. */
type WhichMarket = {
  readonly marketId?: MarketId | null | undefined;
  readonly baseId?: CurrencyId | null | undefined;
  readonly quoteId?: CurrencyId | null | undefined;
};

/** A market with futures, at an instant. */
export type CurrentTerms = {
  /** Of the exchange's clock, or of the market's last tick where prices have run ahead of it. */
  readonly atMs: number;
  readonly market: MarketRecord & { readonly seriesId: number; readonly source: PriceSource };
  readonly terms: FuturesTerms;
  readonly termsHash: string;
  readonly limits: Pick<FuturesVersion, 'positionsMax' | 'pendingMax'>;
};

/** The terms of a market in force now. Throws `BusinessError`: MARKET_NOT_FOUND, MARKET_NOT_OPEN. */
export async function readCurrentTerms(reader: Reader, nowMs: number, which: WhichMarket): Promise<CurrentTerms> {
  const markets = await listMarketRecords(reader);
  const market = markets.find((one) => isMeant(one, which));
  if (market?.isDisplayed !== true) throw new BusinessError('MARKET_NOT_FOUND');
  const lastAt = market.reference?.at;
  const atMs = lastAt === undefined ? nowMs : Math.max(nowMs, Date.parse(lastAt));
  const version = await versionAt(reader, atMs);
  const found = version?.markets.find(({ symbol }) => symbol === market.symbol);
  const { seriesId, source } = market;
  if (version === undefined || found === undefined || seriesId === undefined || source === undefined)
    throw new BusinessError('MARKET_NOT_OPEN');
  const entryDelayMs = version.entryDelays?.[source] ?? 0;
  const terms: FuturesTerms = {
    ...found,
    rule: FUTURES_RULE,
    version: version.version,
    priceSource: source,
    pricePrecision: market.terms.pricePrecision,
    currency: market.quote,
    ...(entryDelayMs > 0 && { entryDelayMs }),
  };
  return {
    atMs,
    market: { ...market, seriesId, source },
    terms,
    termsHash: hashFuturesTerms(terms),
    limits: version,
  };
}

/** Throws `BusinessError`: MARKET_SUSPENDED, VENUES_TOO_FEW. */
export function requireTrading(market: Parameters<typeof derivativesFault>[0]): void {
  const fault = derivativesFault(market);
  if (fault !== undefined) throw new BusinessError(fault);
}

/** A tick that is fresh enough to open and close at. Throws `BusinessError('PRICE_STALE')`. */
export function requireFresh(tick: PricePoint | undefined, atMs: number): PricePoint {
  if (tick === undefined || atMs - Date.parse(tick.at) > FRESH_PRICE_MS) throw new BusinessError('PRICE_STALE');
  return tick;
}

/**
 * Checks that a tick may carry out a request: it is not from before the earliest time of its tick, and the request is
 * not too old. Throws `BusinessError('PRICE_STALE')`.
 */
export function requireAsked(
  tick: PricePoint,
  { askedMs, fromMs, atMs }: Readonly<Record<'askedMs' | 'fromMs' | 'atMs', number>>,
): void {
  if (Date.parse(tick.at) < fromMs || atMs - askedMs > FRESH_PRICE_MS) throw new BusinessError('PRICE_STALE');
}

/** Throws `BusinessError('MARKET_NOT_FOUND')`. */
export async function requireMarket(reader: Reader, id: MarketId): Promise<MarketRecord> {
  const market = (await listMarketRecords(reader)).find((one) => one.id === id);
  if (market === undefined) throw new BusinessError('MARKET_NOT_FOUND');
  return market;
}

function isMeant({ id, baseId, quoteId }: MarketRecord, which: WhichMarket): boolean {
  if (which.marketId != null) return id === which.marketId;
  return baseId === which.baseId && (which.quoteId == null || quoteId === which.quoteId);
}

const UP_TO_50 = [2, 5, 10, 20, 50];
const UP_TO_20 = [2, 5, 10, 20];
/** By market: lot, spread, and the leverages to choose from. */
const MARKETS: readonly (readonly [symbol: string, lot: string, spread: string, leverages: number[]])[] = [
  ['BTC/USDT', '0.01', '12', UP_TO_50],
  ['ETH/USDT', '0.1', '0.6', UP_TO_50],
  ['SOL/USDT', '1', '0.03', UP_TO_20],
  ['XRP/USDT', '100', '0.0004', UP_TO_20],
  ['LTC/USDT', '1', '0.02', UP_TO_20],
  ['DOGE/USDT', '1000', '0.00003', UP_TO_20],
];
const TIERS = [
  { notional: decimal('50000'), leverage: 50 },
  { notional: decimal('250000'), leverage: 20 },
  { notional: decimal('1000000'), leverage: 5 },
];

/** Publishes the first terms unless there is a version already. */
export async function publishFirstTerms(db: Database, clock: Clock): Promise<void> {
  await futuresVersions.addFirstVersion(
    db,
    async (reader) => {
      const records = await listMarketRecords(reader);
      const markets = MARKETS.filter(([symbol]) => records.some((record) => record.symbol === symbol)).map(termsOf);
      return { markets, positionsMax: 100, pendingMax: 50, entryDelays: FIRST_ENTRY_DELAYS };
    },
    clock.nowMs(),
  );
}

function termsOf([symbol, lot, spread, leverages]: (typeof MARKETS)[number]): FuturesMarketTerms {
  return {
    symbol,
    lot: decimal(lot),
    leverages,
    spread: decimal(spread),
    feeRate: decimal('0.05'),
    overnightRate: decimal('0.03'),
    liquidationLevel: decimal('50'),
    profitCap: decimal('9'),
    minLots: 1,
    maxLots: 10_000,
    tiers: TIERS,
  };
}

/** Markets with futures by the version in force, and their terms. */
export async function readMarketFields(
  reader: Reader,
  markets: readonly MarketRecord[],
  nowMs: number,
): Promise<ReadonlyMap<MarketId, MarketFields>> {
  const version = await versionAt(reader, nowMs);
  const fields = new Map<MarketId, MarketFields>();
  for (const { id, symbol, seriesId } of markets) {
    const terms = marketTermsOf(version, symbol);
    if (terms === undefined || seriesId === undefined) continue;
    fields.set(id, {
      isFuturesOpen: true,
      lot: terms.lot,
      // Some clients read it as a percent, others as an amount.
      spread: ZERO,
      spreadAmount: terms.spread,
      futuresFeeRate: terms.feeRate,
      overnightRate: terms.overnightRate,
      minLots: terms.minLots,
      maxLots: terms.maxLots,
      liquidationLevel: terms.liquidationLevel,
      profitCap: terms.profitCap,
    });
  }
  return fields;
}
