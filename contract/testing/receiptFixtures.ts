/** Receipts of the small log of tests (`logFixtures.ts`), which commits to an option. */
import { decimal } from '../src/money/money.ts';
import { commitmentOf, toBase64 } from '../src/transparency/bytes.ts';
import { formatTerms, type CommittedOption, type Receipt } from '../src/transparency/receipt.ts';
import { ENTRIES, publish } from './logFixtures.ts';

export const NONCE = new Uint8Array(32).fill(7);
export const OPTION: CommittedOption = {
  id: 17,
  market: 'BTC/USDT',
  series: 1,
  direction: 'up',
  stake: decimal('100'),
  currency: 'USDT',
  profitRatio: decimal('85'),
  feeRate: decimal('1'),
  pricePlaces: 2,
  purchasedMs: 1_763_856_060_123,
  entry: { seq: 81_236, price: decimal('60000.15') },
  expiresMs: 1_763_856_120_123,
  lateMs: 5000,
};
/** Bought at the tick itself or up to a second before: it opens at the first tick from then on. */
export const FIRST = { purchasedMs: 1_763_856_059_500, entryDelayMs: 0 } as const;
/** 9.96708665 % from the entry on, over 61 ticks. */
export const EVEN = {
  ...FIRST,
  direction: 'even',
  even: { band: decimal('5.22'), edge: decimal('7.5') },
  profitRatio: decimal('828'),
} as const;
export const WON = { outcome: 'won', exit: '81239 60001.05', paid: '185 USDT' } as const;
const [LOG_ENTRY = '', SERIES = '', ENTRY = '', , NEXT = '', BEFORE = '', EXIT = ''] = ENTRIES;

export const prices = (loggedMs: number, ...lines: readonly string[]) =>
  `${['halyard/prices/v1', `sealed ${loggedMs}`, ...lines].join('\n')}\n`;
export const commits = (loggedMs: number, ...terms: readonly string[]) =>
  `${['halyard/commits/v1', `sealed ${loggedMs}`, ...terms.map((text) => toBase64(commitmentOf(NONCE, text)))].join('\n')}\n`;

export type Case = {
  readonly option?: Partial<CommittedOption>;
  readonly result?: Receipt['result'];
  /** Replacements of entries of the small log, by their index. */
  readonly instead?: Readonly<Record<number, string>>;
  readonly more?: readonly string[];
  /** The entries of the receipt. */
  readonly indexes?: readonly number[];
  readonly published?: Parameters<typeof publish>[1];
};

/** A receipt of the small log, in which the option is committed to. */
export async function receiptOf({ option, result = WON, instead = {}, more = [], indexes, published }: Case = {}) {
  const terms = formatTerms({ ...OPTION, ...option });
  const commit = commits(1_763_856_061_200, formatTerms({ ...OPTION, id: 18 }), terms);
  const small = [LOG_ENTRY, SERIES, ENTRY, commit, NEXT, BEFORE, EXIT, ...more];
  const log = await publish(
    small.map((text, index) => instead[index] ?? text),
    published,
  );
  const entries = log.entries.filter(({ index }) => indexes?.includes(index) ?? index > 1);
  return { terms, nonce: NONCE, result, entries, checkpoint: log.checkpoint };
}
