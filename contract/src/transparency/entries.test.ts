// Every entry has one text, to the published byte. Any other text is refused, or is another entry with another hash:
// each byte of an entry of each kind is changed to verify that.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isThorough } from '../../testing/thorough.ts';
import { decimal } from '../money/money.ts';
import { commitmentOf, joinBytes, toBase64, utf8Of } from './bytes.ts';
import { ENTRIES, LOG, ROOT } from '../../testing/logFixtures.ts';
import { ENTRY_BYTES_AIM, entryHash, formatEntry, parseEntry, splitPrices } from './entries.ts';
import { LogFormatError } from './LineReader.ts';
import { append, EMPTY_FRONTIER, rootOf } from './merkle.ts';
import { formatVkey } from './note.ts';

const HASH = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';
const DIGEST = '0123456789abcdef'.repeat(4);
const textOf = (kind: string, ...lines: readonly string[]) => `${[`halyard/${kind}/v1`, ...lines].join('\n')}\n`;

/** One of each kind that the small log does not have. */
const OTHERS: readonly string[] = [
  textOf('log', 'origin halyard.example/log/2026b', `predecessor halyard.example/log/2026a 7 ${ROOT}`),
  textOf('prices', 'sealed 1763856121200'),
  textOf(
    'prices',
    'sealed 1763856121200',
    'series 1 4',
    '1763856121000 1 0',
    '1763856121000 0.5 1.25',
    'series 10 9',
    '1763856121000 2 1',
  ),
  textOf(
    'quotes',
    'sealed 1763856121200',
    'series 1 4',
    'kraken 60000.1 60000.2 1763856120990',
    'okx stale',
    'series 1 5',
    'okx 1 2 3',
  ),
  textOf(
    'seed',
    'first_day 2026-11-21',
    'days 3660',
    'anchor LmE+xr1we1rLYksk/+bkRImkw1vdW1TrYvge8NU6qOs=',
    'beacon none',
  ),
  textOf('reveal', 'day 2024-02-29', `key ${HASH}`),
  textOf(
    'liabilities',
    'sealed 1763856121200',
    'snapshot 12',
    'journal 99120',
    `root ${HASH} leaves 1024`,
    'currency 1 USDT users 12.5 fees 1 maker 0 outside -13.5',
    'currency 3 BTC users 0',
  ),
  textOf(
    'statistics',
    'day 2026-11-21',
    'BTC/USDT option up USDT count 10 won 5 lost 4 tied 1 void 0 staked 100 paid 98.5',
    'all option all USDT count 1 won 0 lost 0 tied 1 void 0',
  ),
  textOf('key', `vkey ${formatVkey(LOG.key)}`, 'from 1763856121200'),
  textOf('rules', `fees 3 ${DIGEST}`, `option 1 ${DIGEST}`),
  textOf('audit', 'sealed 1763856121200', 'lines 17', `hash ${HASH}`),
];
const ALL = [...ENTRIES, ...OTHERS];

const [FIRST = '', SERIES = '', PRICES = '', COMMITS = ''] = ENTRIES;
const reasonOf = (text: string) => {
  try {
    parseEntry(text);
  } catch (error) {
    if (error instanceof LogFormatError) return error.message;
    throw error;
  }
  return 'none';
};

describe('the small log', () => {
  it('has the published hashes and root', () => {
    expect(ENTRIES.map((text) => toBase64(entryHash(text)))).toEqual([
      'tS+vh9NuwJ19ANj71PRDuAZM1Yb1Q9PqBpkMWWKQce0=',
      'Fr1MphrhfhDM6AibvuGX7F1huhvS9X9IAEFR+5YidSM=',
      'r+pJDcs2SezvOn1lXM0L8EM486rrM2gn8dLqvbde+9k=',
      'bh51Qu7s2kbsfRRmjF93oNeUHMDYju0lm+FK9B0XUeo=',
      'WrDp0AV8FrJDNkZgT4zaLNry5MlDDc+Jx57JiIubzhg=',
      'vBPn5DrorteQVBXt6RK8u53UGae0UVHW1tNC02EOcwE=',
      '6tGzWAGPp2U9CyLc/z1B6IxghbsijlXHJEY82oKp0+c=',
    ]);
    expect(toBase64(rootOf(append(EMPTY_FRONTIER, ENTRIES.map(entryHash)).frontier))).toBe(ROOT);
  });

  it('commits to terms as published', () => {
    const terms = `halyard/contract/v1
kind option
id 17
market BTC/USDT
series 1
direction call
stake 100 USDT
payout_rate 0.85
tie refund
purchased_at 1763856060123
entry 81236 60000.15
expires_at 1763856120123
late_ms 5000
window_ms 30000
`;
    expect(toBase64(commitmentOf(new Uint8Array(32).fill(7), terms))).toBe(
      'FJNx22yyZI3I1iMfZKhKDZIRnlGDJJYdE1c4bbnmNnc=',
    );
    expect(commitmentOf(new Uint8Array(32).fill(8), terms)).not.toEqual(
      commitmentOf(new Uint8Array(32).fill(7), terms),
    );
  });
});

const HASHES = ALL.map((text) => toBase64(entryHash(text)));

/** A text with each byte changed, dropped and doubled, where the result is text. */
function changesOf(text: string): readonly string[] {
  const bytes = joinBytes(text);
  const changes = [...bytes].flatMap((byte, place) => {
    const values = isThorough
      ? Array.from({ length: 256 }, (_, value) => value)
      : [10, 32, 45, 48, 61, byte ^ 1, byte ^ 32, byte ^ 128];
    return [
      ...values.map((value) => bytes.with(place, value)),
      joinBytes(bytes.slice(0, place), bytes.slice(place + 1)),
      joinBytes(bytes.slice(0, place + 1), bytes.slice(place)),
    ];
  });
  return changes.flatMap((one) => utf8Of(one) ?? []).filter((other) => !ALL.includes(other));
}

function changed(text: string, from: string, to: string): string {
  expect(text).toContain(from);
  return text.replace(from, to);
}

const [BEFORE = '', , TWO = '', QUOTES = '', SEED = '', REVEAL = ''] = OTHERS;
const [LIABILITIES = '', STATISTICS = '', KEY = '', RULES = ''] = OTHERS.slice(6);

describe('an entry', () => {
  it.each(ALL.map((text) => [text.split('\n', 1)[0], text]))(
    'of %s is read and written as the same text',
    (_, text) => {
      expect(formatEntry(parseEntry(text))).toBe(text);
    },
  );

  it('has the content of its text', () => {
    expect(parseEntry(PRICES)).toEqual({
      kind: 'prices',
      loggedMs: 1_763_856_060_200,
      series: [
        {
          id: 1,
          firstSeq: 81_235,
          ticks: [
            { atMs: 1_763_856_059_000, price: '60000.1', quantity: '0.0153' },
            { atMs: 1_763_856_060_000, price: '60000.15', quantity: '0.1' },
          ],
        },
      ],
    });
  });

  it('becomes another entry, or none, with every byte that is changed, dropped or doubled', () => {
    for (const other of ALL.flatMap(changesOf)) {
      if (reasonOf(other) !== 'none') continue;
      // A text that parses is the only text of its entry.
      expect(formatEntry(parseEntry(other))).toBe(other);
      expect(HASHES).not.toContain(toBase64(entryHash(other)));
    }
  });

  it.each([
    ['an extra space', changed(PRICES, '60000.1 ', '60000.1  '), 'line 4: not words'],
    ['a space at the end of a line', changed(PRICES, '0.0153\n', '0.0153 \n'), 'line 4: a word too many'],
    ['a space before a line', changed(PRICES, '\nseries', '\n series'), 'line 3: not words'],
    ['a tab', changed(PRICES, '60000.1 ', '60000.1\t'), 'line 4: not words'],
    ['another kind of space', changed(SERIES, 'BTC/USDT', 'BTC\u00A0USDT'), 'line 3: not words'],
    ['CRLF', changed(PRICES, '0.0153\n', '0.0153\r\n'), 'line 4: not words'],
    ['a zero before a number', changed(PRICES, 'sealed 1', 'sealed 01'), 'line 2: not a whole number'],
    ['a number beyond 2^53 - 1', changed(PRICES, '1763856060200', '9007199254740992'), 'line 2: not a whole number'],
    ['a fraction of a millisecond', changed(PRICES, '1763856060200', '1763856060.2'), 'line 2: not a whole number'],
    ['an exponent', changed(PRICES, '60000.15', '6e4'), 'line 5: not a decimal'],
    ['a zero at the end', changed(PRICES, '60000.1 ', '60000.10 '), 'line 4: not a decimal'],
    ['a zero at the beginning', changed(PRICES, '0.0153', '00.0153'), 'line 4: not a decimal'],
    ['a plus', changed(PRICES, '0.0153', '+1'), 'line 4: not a decimal'],
    ['no digit before the point', changed(PRICES, '0.0153', '.0153'), 'line 4: not a decimal'],
    ['no digit after the point', changed(PRICES, '60000.15', '60000.'), 'line 5: not a decimal'],
    ['a price of zero', changed(PRICES, '60000.15', '0'), 'line 5: not a price'],
    ['a quantity below zero', changed(PRICES, '0.0153', '-0.0153'), 'line 4: below zero'],
    ['a zero below zero', changed(PRICES, '0.0153', '-0'), 'line 4: not a decimal'],
    ['other digits', changed(PRICES, '0.0153', '٣'), 'line 4: not a decimal'],
    ['text after it', `${PRICES}more\n`, 'line 6: not a whole number'],
    ['text after its end', `${SERIES}more\n`, 'line 4: a line too many'],
    ['an empty line', `${SERIES}\n`, 'line 4: a line too many'],
    ['no line feed at its end', PRICES.slice(0, -1), 'does not end with a line feed'],
    ['an unknown kind', changed(PRICES, 'prices', 'price'), 'line 1: an unknown kind'],
    ['a kind of every object', changed(PRICES, 'prices', 'constructor'), 'line 1: an unknown kind'],
    ['another version', changed(PRICES, '/v1', '/v2'), 'line 1: an unknown kind'],
    ['nothing', '', 'does not end with a line feed'],
    ['a missing line', textOf('prices'), 'line 2: a line is missing'],
    ['another word', changed(PRICES, 'sealed', 'sealed_at'), 'line 2: not the line "sealed"'],
    ['series in another order', changed(TWO, 'series 10', 'series 0'), 'not in ascending order'],
    ['a series twice', changed(TWO, 'series 10', 'series 1'), 'not in ascending order'],
    [
      'a series without ticks',
      changed(PRICES, 'series 1 81235', 'series 0 1\nseries 1 81235'),
      'line 3: a series without',
    ],
    ['an unknown source', changed(SERIES, 'simulated', 'imagined'), 'line 3: none of live'],
    ['an empty origin', changed(FIRST, 'halyard.example/log/2026a', ''), 'line 2: not words'],
    ['an origin with a plus', changed(FIRST, 'halyard.example/log/2026a', 'a+b'), 'line 2: not an origin'],
    ['half a predecessor', changed(BEFORE, ` 7 ${ROOT}`, ' 7'), 'line 3: a word is missing'],
    ['more than no predecessor', changed(FIRST, 'none', 'none 7'), 'line 3: a word too many'],
    ['no commitments', changed(COMMITS, 'FJNx22yyZI3I1iMfZKhKDZIRnlGDJJYdE1c4bbnmNnc=\n', ''), 'line 2: no commitment'],
    ['a commitment twice', `${COMMITS}FJNx22yyZI3I1iMfZKhKDZIRnlGDJJYdE1c4bbnmNnc=\n`, 'line 4: a commitment twice'],
    ['a commitment with stray bits', changed(COMMITS, 'Nnc=', 'Nnd='), 'line 3: not 32 bytes'],
    ['a commitment too short', changed(COMMITS, 'Nnc=', ''), 'line 3: not 32 bytes'],
    ['no quotes', textOf('quotes', 'sealed 1'), 'line 2: no quotes'],
    ['a source twice', changed(QUOTES, 'okx stale', 'kraken stale'), 'not in ascending order'],
    ['half a quote', changed(QUOTES, '60000.2 1763856120990', '60000.2'), 'line 4: a word is missing'],
    ['more than stale', changed(QUOTES, 'okx stale', 'okx stale 1'), 'line 5: a word too many'],
    ['a beacon', changed(SEED, 'beacon none', 'beacon drand'), 'line 5: none of none'],
    ['a day that is none', changed(REVEAL, '2024-02-29', '2023-02-29'), 'line 2: not a date'],
    ['a day in another spelling', changed(REVEAL, '2024-02-29', '2024-2-29'), 'line 2: not a date'],
    ['currencies in another order', changed(LIABILITIES, 'currency 3', 'currency 0'), 'not in ascending order'],
    ['an account twice', changed(LIABILITIES, 'maker', 'fees'), 'line 6: not in ascending order'],
    ['users below zero', changed(LIABILITIES, 'users 12.5', 'users -12.5'), 'line 6: below zero'],
    ['half an account', changed(LIABILITIES, ' -13.5', ''), 'line 6: a word is missing'],
    ['statistics in another order', changed(STATISTICS, 'BTC/USDT', 'z'), 'not in ascending order'],
    ['sums of fewer than ten', changed(STATISTICS, 'count 10', 'count 9'), 'line 3: a word too many'],
    ['no sums of ten', changed(STATISTICS, 'count 1 won 0', 'count 10 won 0'), 'line 4'],
    ['a figure with another name', changed(STATISTICS, 'won', 'lost'), 'line 3: none of won'],
    ['the id of another key', changed(KEY, '8ccb1831', '8ccb1832'), 'line 2: the id of the key'],
    ['a digest too short', changed(RULES, DIGEST, DIGEST.slice(1)), 'line 2: not a SHA-256'],
    ['a digest in capitals', changed(RULES, DIGEST, DIGEST.toUpperCase()), 'line 2: not a SHA-256'],
    ['no documents', textOf('rules'), 'line 1: no document'],
  ])('is refused with %s', (_, text, reason) => {
    expect(reasonOf(text)).toContain(reason);
  });

  it('is at most as long as a bundle can hold', () => {
    const head = textOf('rules', `a 1 ${DIGEST}`);
    const entry = (bytes: number) => `${head}${'b'.repeat(bytes - head.length - 68)} 1 ${DIGEST}\n`;
    expect(entry(65_535)).toHaveLength(65_535);
    expect(formatEntry(parseEntry(entry(65_535)))).toBe(entry(65_535));
    expect(reasonOf(entry(65_536))).toBe('longer than an entry may be');
    const long = { kind: 'rules', documents: [{ name: 'ü'.repeat(32_770), version: '1', digest: DIGEST }] } as const;
    expect(() => formatEntry(long)).toThrow(RangeError);
  });
});

describe('entries beyond the length limit', () => {
  const price = fc.integer({ min: 1, max: 10_000_000 }).map((units) => decimal(`${units}.5`));
  const tick = fc.record({ atMs: fc.maxSafeNat(), price, quantity: price });
  const sizes = fc.array(fc.integer({ min: 0, max: 2500 }), { maxLength: 5 });
  const entry = fc.record({ loggedMs: fc.maxSafeNat(), sizes, tick, firstSeq: fc.integer({ min: 1, max: 2 ** 45 }) });

  it('are split without losing, doubling or moving a tick', () => {
    fc.assert(
      fc.property(entry, ({ loggedMs, sizes: counts, tick: one, firstSeq }) => {
        const series = counts.map((count, id) => ({
          id,
          firstSeq,
          ticks: Array.from({ length: count }, (_, place) => ({ ...one, atMs: place })),
        }));
        const parts = splitPrices({ loggedMs, series });
        const placed = (blocks: typeof series) =>
          blocks.flatMap(({ id, firstSeq: first, ticks }) => ticks.map(({ atMs }, place) => [id, first + place, atMs]));
        expect(parts.flatMap((part) => placed([...part.series] as typeof series))).toEqual(placed(series));
        for (const part of parts) {
          const text = formatEntry(part);
          expect(text.length).toBeLessThanOrEqual(ENTRY_BYTES_AIM);
          expect(parseEntry(text)).toEqual(part);
        }
        // No part begins with an item that the part before it could have held.
        const lengths = parts.map((part) => formatEntry(part).length);
        expect(lengths.slice(0, -1).every((length) => length > ENTRY_BYTES_AIM - 250)).toBe(true);
      }),
      { numRuns: isThorough ? 300 : 15 },
    );
  });

  it('may be empty', () => {
    expect(splitPrices({ loggedMs: 5, series: [] }).map(formatEntry)).toEqual(['halyard/prices/v1\nsealed 5\n']);
    expect(splitPrices({ loggedMs: 5, series: [{ id: 1, firstSeq: 1, ticks: [] }] })).toHaveLength(1);
  });
});
