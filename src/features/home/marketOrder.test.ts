// Markets of each list of the home page, and sorting by column.
import { describe, expect, it } from 'vitest';
import { type Market, marketCodec } from '@halyard/contract/market/calls';
import { decimal } from '@halyard/contract/money';
import { build } from '@halyard/contract/testing/build';
import { nextSort, orderMarkets, type Sort } from './marketOrder.ts';

function market(base: string, change: string | null, turnover: string, lastPrice: string | null = '1'): Market {
  const figures = {
    changePercent: change === null ? null : decimal(change),
    turnover: decimal(turnover),
    lastPrice: lastPrice === null ? null : decimal(lastPrice),
  };
  return { ...build(marketCodec), base, quote: 'USDT', ...figures };
}

const all = [
  market('BTC', '1.5', '100', '28000'),
  market('ETH', '-2', '300', '1800'),
  market('XRP', null, '200', null),
  market('SOL', '7', '50', '22'),
];

function names(options: Partial<Parameters<typeof orderMarkets>[1]>): string[] {
  const defaults = { view: 'spot', sort: undefined, search: '', favourites: [] } as const;
  return orderMarkets(all, { ...defaults, ...options }).map(({ base }) => base);
}

describe('the market lists', () => {
  it('keep the exchange’s order unless they are about a figure', () => {
    expect(names({})).toEqual(['BTC', 'ETH', 'XRP', 'SOL']);
    expect(names({ view: 'gainers' })).toEqual(['SOL', 'BTC']);
    expect(names({ view: 'losers' })).toEqual(['ETH']);
    expect(names({ view: 'volume' })).toEqual(['ETH', 'XRP', 'BTC', 'SOL']);
    expect(names({ view: 'favourites', favourites: ['SOL/USDT'] })).toEqual(['SOL']);
  });

  it('sort by a column with missing figures last, both ways', () => {
    expect(names({ sort: { column: 'price', isDescending: true } })).toEqual(['BTC', 'ETH', 'SOL', 'XRP']);
    expect(names({ sort: { column: 'change', isDescending: false } })).toEqual(['ETH', 'BTC', 'SOL', 'XRP']);
  });

  it('cycle a column from descending to ascending to the list’s own order', () => {
    const first: Sort = nextSort(undefined, 'price');
    const second = nextSort(first, 'price');
    expect([first, second, nextSort(second, 'price')]).toEqual([
      { column: 'price', isDescending: true },
      { column: 'price', isDescending: false },
      undefined,
    ]);
  });
});
