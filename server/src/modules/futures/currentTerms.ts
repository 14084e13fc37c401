/** What is offered: a market's contracts by the version of terms in force. */
import type { CurrencyId, MarketId } from '@halyard/contract/ids';
import type { PriceSource } from '@halyard/contract/market/calls';
import { FUTURES_RULE, type FuturesTerms } from '@halyard/contract/futures/terms';
import { hashFuturesTerms } from '@halyard/contract/termsHash';
import { FRESH_PRICE_MS, type PricePoint } from '@halyard/contract/options/rules';
import { BusinessError } from '../../calls/errors.ts';
import type { Reader } from '../../db/database.ts';
import { listMarketRecords, type MarketRecord } from '../../market/marketRecord.ts';
import { versionAt, type FuturesVersion } from './versions.ts';

/** How a request names a market: by its pair, or by its id. */
export type WhichMarket = {
  readonly marketId?: MarketId | null | undefined;
  readonly baseId?: CurrencyId | null | undefined;
  readonly quoteId?: CurrencyId | null | undefined;
};

/** A market that has contracts, at an instant of action. */
export type CurrentTerms = {
  /** Of the exchange's clock, or of the market's last tick where prices have run ahead of it. */
  readonly atMs: number;
  readonly market: MarketRecord & { readonly seriesId: number; readonly source: PriceSource };
  readonly terms: FuturesTerms;
  readonly termsHash: string;
  readonly limits: Pick<FuturesVersion, 'positionsMax' | 'pendingMax'>;
};

/** The market's contracts as they are offered now. Throws `BusinessError`: MARKET_NOT_FOUND, MARKET_NOT_OPEN. */
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
  const terms: FuturesTerms = {
    ...found,
    rule: FUTURES_RULE,
    version: version.version,
    priceSource: source,
    pricePrecision: market.terms.pricePrecision,
    currency: market.quote,
  };
  return {
    atMs,
    market: { ...market, seriesId, source },
    terms,
    termsHash: hashFuturesTerms(terms),
    limits: version,
  };
}

/** Throws `BusinessError('MARKET_SUSPENDED')`. */
export function requireTrading({ status }: Pick<MarketRecord, 'status'>): void {
  if (status !== 'trading') throw new BusinessError('MARKET_SUSPENDED');
}

/** A tick, where it is fresh enough to open and close by. Throws `BusinessError('PRICE_STALE')`. */
export function requireFresh(tick: PricePoint | undefined, atMs: number): PricePoint {
  if (tick === undefined || atMs - Date.parse(tick.at) > FRESH_PRICE_MS) throw new BusinessError('PRICE_STALE');
  return tick;
}

/**
 * A tick, where it is one that a request may be carried out at: not from before it, and not so long after it that its
 * user has given it up. Throws `BusinessError('PRICE_STALE')`.
 */
export function requireAsked(tick: PricePoint, { askedMs, atMs }: Readonly<Record<'askedMs' | 'atMs', number>>): void {
  if (Date.parse(tick.at) < askedMs || atMs - askedMs > FRESH_PRICE_MS) throw new BusinessError('PRICE_STALE');
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
