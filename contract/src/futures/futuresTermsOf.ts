/** Terms as the first ones of a sandbox are, for tests and benchmarks. */
import { decimal } from '../money/money.ts';
import { CONTRACT_RULE, type FuturesTerms } from './terms.ts';

const MARKETS = {
  'BTC/USDT': { lot: '0.01', leverages: [2, 5, 10, 20, 50], spread: '12', pricePrecision: 2 },
  'ETH/USDT': { lot: '0.1', leverages: [2, 5, 10, 20, 50], spread: '0.6', pricePrecision: 2 },
} as const;

export function futuresTermsOf(symbol: keyof typeof MARKETS, change: Partial<FuturesTerms> = {}): FuturesTerms {
  const { lot, leverages, spread, pricePrecision } = MARKETS[symbol];
  return {
    rule: CONTRACT_RULE,
    version: 1,
    symbol,
    priceSource: 'simulated',
    pricePrecision,
    currency: 'USDT',
    lot: decimal(lot),
    leverages: [...leverages],
    spread: decimal(spread),
    feeRate: decimal('0.05'),
    overnightRate: decimal('0.03'),
    closeOutLevel: decimal('50'),
    profitCap: decimal('9'),
    minLots: 1,
    maxLots: 10_000,
    tiers: [
      { notional: decimal('50000'), leverage: 50 },
      { notional: decimal('250000'), leverage: 20 },
      { notional: decimal('1000000'), leverage: 5 },
    ],
    ...change,
  };
}
