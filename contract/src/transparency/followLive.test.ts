// Proves that a follower of the log recomputes live prices from the quotes in it: a price that they do not make, and
// one without them, is a fault.
import { describe, expect, it } from 'vitest';
import { decimal } from '../money/money.ts';
import { formatEntry, parseEntry, type Entry, type Quote } from './entries.ts';
import { followEntries, NOTHING_FOLLOWED } from './followEntries.ts';

const ORIGIN = 'exchange.example/log/2026a';
const MS = Date.parse('2026-11-21T10:00:00Z');

const quote = (source: string, bid: string, ask: string, agoMs = 300): Quote => ({
  source,
  quoted: { bid: decimal(bid), ask: decimal(ask), receivedMs: MS - agoMs },
});
const HONEST = [quote('binance', '99.9', '100.1'), quote('kraken', '100', '100.2')];
const series = (method = 'median-1/2'): Entry => ({
  kind: 'series',
  loggedMs: MS,
  id: 4,
  market: 'BTC/USDT',
  source: 'live',
  method,
  identity: 'a'.repeat(64),
  pricePlaces: 2,
  quantityPlaces: 6,
});
const prices = (firstSeq: number, all: readonly string[], afterMs = 0): Entry => ({
  kind: 'prices',
  loggedMs: MS + afterMs,
  series: [
    { id: 4, firstSeq, ticks: all.map((price) => ({ atMs: MS, price: decimal(price), quantity: decimal('0') })) },
  ],
});
const quotes = (seq: number, said: readonly Quote[] = HONEST): Entry => ({
  kind: 'quotes',
  loggedMs: MS,
  ticks: [{ id: 4, seq, quotes: said }],
});
const follow = (...entries: readonly Entry[]) =>
  followEntries(
    NOTHING_FOLLOWED,
    [{ kind: 'log', origin: ORIGIN, predecessor: null } as const, ...entries].map(formatEntry),
    ORIGIN,
  );

describe('live prices in the log', () => {
  it('are the index of the quotes beside them, also when they were logged in parts', () => {
    const found = follow(series(), prices(9, ['100.05']), prices(10, ['100.05']), quotes(9), quotes(10));
    expect(found).toMatchObject({ fault: undefined, warnings: [] });
    const [first, ...rest] = [series(), prices(9, ['100.05']), quotes(9)].map(formatEntry);
    const log = formatEntry({ kind: 'log', origin: ORIGIN, predecessor: null });
    const kept = followEntries(NOTHING_FOLLOWED, [log, first ?? '', rest[0] ?? ''], ORIGIN).followed;
    const later = followEntries(JSON.parse(JSON.stringify(kept)) as typeof kept, [rest[1] ?? ''], ORIGIN);
    expect(later).toMatchObject({ fault: undefined });
  });

  it.each<readonly [string, string, readonly Entry[]]>([
    ['another price', 'series 4 seq 9 is 100.06, and its quotes make 100.05', [prices(9, ['100.06']), quotes(9)]],
    [
      'a venue too few',
      'series 4 seq 9 is 99.99, and its quotes make no price',
      [prices(9, ['99.99']), quotes(9, [...HONEST.slice(0, 1), { source: 'kraken', quoted: null }])],
    ],
    [
      'quotes that are too old',
      'its quotes make no price',
      [
        prices(9, ['100']),
        quotes(9, [quote('binance', '99.9', '100.1', 5001), quote('kraken', '99.9', '100.1', 5001)]),
      ],
    ],
    ['quotes of another price', 'seq 10, which is not the next price', [prices(9, ['100.05']), quotes(10)]],
    ['no quotes', 'series 4 seq 9 without the quotes of it', [prices(9, ['100.05']), prices(10, ['100.05'], 1000)]],
  ])('are a fault with %s', (_what, fault, entries) => {
    expect(follow(series(), ...entries).fault).toContain(fault);
  });

  it('are worth a look where they moved by more than 10 %', () => {
    const far = [quote('binance', '119.9', '120.1'), quote('kraken', '119.9', '120.1')];
    const { warnings, fault } = follow(series(), prices(9, ['100.05', '120']), quotes(9), quotes(10, far));
    expect([warnings.length, fault]).toEqual([1, undefined]);
    expect(warnings[0]).toContain('series 4 seq 10 is more than 10 % from the price before it');
  });

  it('of another method are taken as they are', () => {
    expect(follow(series('live'), prices(9, ['7']), prices(10, ['8'], 1000)).fault).toBeUndefined();
  });

  it('keep the bytes of an entry', () => {
    const text = formatEntry(quotes(9, [...HONEST, { source: 'okx', quoted: null }]));
    expect(text).toBe(
      `halyard/quotes/v1\nsealed ${MS}\nseries 4 9\nbinance 99.9 100.1 ${MS - 300}\nkraken 100 100.2 ${MS - 300}\nokx stale\n`,
    );
    expect(formatEntry(parseEntry(text))).toBe(text);
  });
});
