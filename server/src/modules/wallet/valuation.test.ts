// Valuation of balances: by the market's reference price, and never as zero without a price.
import { describe, expect, it } from 'vitest';
import type { CurrencyId } from '@halyard/contract/ids';
import { decimal } from '@halyard/contract/money';
import { CURRENCY } from '../../testing/ledgerFixtures.ts';
import type { MarketRecord } from '../../market/marketRecord.ts';
import { usdtPriceOf } from '../../market/usdtPrice.ts';
import { spotFeeRateOf, usdtTotalOf } from './valuation.ts';

const usdt = { id: CURRENCY.USDT, name: 'USDT' };
const btc = { id: CURRENCY.BTC, name: 'BTC' };

type MarketShape = { baseId: CurrencyId; price?: string; takerFeeRate?: string; quote?: string };

function market({ baseId, price, takerFeeRate = '0.001', quote = 'USDT' }: MarketShape): MarketRecord {
  const reference = price === undefined ? undefined : { seq: 1, price: decimal(price), at: '2023-03-01T00:00:00.000Z' };
  const shape: Pick<MarketRecord, 'baseId' | 'quoteId' | 'quote' | 'takerFeeRate' | 'reference'> = {
    baseId,
    quoteId: CURRENCY.USDT,
    quote,
    takerFeeRate: decimal(takerFeeRate),
    reference,
  };
  return shape as MarketRecord;
}

const holding = (available: string, held: string, usdtPrice?: string) => ({
  available: decimal(available),
  held: decimal(held),
  usdtPrice: usdtPrice === undefined ? undefined : decimal(usdtPrice),
});

describe('the price of a currency', () => {
  it('is one for USDT itself', () => {
    expect(usdtPriceOf(usdt, [])).toBe('1');
  });

  it('is the reference price of its market against USDT, and unknown before the first tick or without a market', () => {
    expect(
      usdtPriceOf(btc, [market({ baseId: CURRENCY.ETH, price: '2' }), market({ baseId: btc.id, price: '28110.26' })]),
    ).toBe('28110.26');
    expect(usdtPriceOf(btc, [market({ baseId: btc.id })])).toBeUndefined();
    expect(usdtPriceOf(btc, [market({ baseId: btc.id, price: '28110.26', quote: 'EUR' })])).toBeUndefined();
    expect(usdtPriceOf(btc, [])).toBeUndefined();
  });
});

describe('the fee rate of a currency', () => {
  it('is the highest of the markets it is traded in, on either side', () => {
    const markets = [
      market({ baseId: btc.id, takerFeeRate: '0.001' }),
      market({ baseId: CURRENCY.ETH, takerFeeRate: '0.002' }),
    ];
    expect(spotFeeRateOf(btc, markets)).toBe('0.001');
    expect(spotFeeRateOf(usdt, markets)).toBe('0.002');
    expect(spotFeeRateOf({ id: CURRENCY.LTC, name: 'LTC' }, markets)).toBeUndefined();
  });
});

describe('the value of an account', () => {
  it('counts available and held amounts, and is rounded down at 8 places', () => {
    expect(usdtTotalOf([holding('1.5', '0.5', '3.333333333'), holding('0.000000001', '0', '1')])).toBe('6.66666666');
  });

  it('is zero for an empty account', () => {
    expect(usdtTotalOf([])).toBe('0');
    expect(usdtTotalOf([holding('0', '0', '5')])).toBe('0');
  });

  it('is unknown when a balance has no price', () => {
    expect(usdtTotalOf([holding('1', '0', '5'), holding('0', '0.1')])).toBeNull();
  });

  it('does not depend on the prices of empty balances', () => {
    expect(usdtTotalOf([holding('1', '0', '5'), holding('0', '0')])).toBe('5');
  });
});
