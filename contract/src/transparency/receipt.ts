/** Receipts: the complete proof of an option's outcome, in one file that verifies offline. */
import type { Decimal } from '../money/money.ts';
import { END_TICK_WITHIN_MS, type Direction } from '../options/rules.ts';
import type { OPTION_RULES } from '../options/terms.ts';
import { NONCE_BYTES, toBase64 } from './bytes.ts';
import { LineReader } from './LineReader.ts';
import {
  bytesOf,
  fieldsOf,
  formatReceiptFile,
  parseReceiptFile,
  refuse,
  textOf,
  type ReceiptFile,
} from './receiptFile.ts';

const FORMAT = 'halyard/receipt/v1';
const OUTCOMES = ['won', 'lost', 'tied', 'void'] as const;

/** The exchange's claim about the end. */
export type ReceiptResult = {
  readonly outcome: (typeof OUTCOMES)[number];
  /** `<seq> <price>` of the first tick at or after the expiry; `null` where none came in time. */
  readonly exit: string | null;
  /** Amount returned to the account: `185 USDT`. */
  readonly paid: string;
};

/** Its entries are those of the commitment and of the deciding ticks, with their neighbours. */
export type Receipt = ReceiptFile & {
  readonly terms: string;
  readonly nonce: Uint8Array;
  readonly result: ReceiptResult;
};

/** The file of a receipt. */
export function formatReceipt({ terms, nonce, result: { outcome, exit, paid }, ...logged }: Receipt): string {
  return formatReceiptFile(FORMAT, { terms, nonce: toBase64(nonce), result: { outcome, exit, paid } }, logged);
}

/** Reads a receipt. Throws a `LogFormatError` that names the field, also for an unknown one. */
export function parseReceipt(text: string): Receipt {
  const { own, logged } = parseReceiptFile(text, FORMAT, ['terms', 'nonce', 'result']);
  const result = fieldsOf('result', own.result, ['outcome', 'exit', 'paid']);
  return {
    terms: textOf('terms', own.terms),
    nonce: bytesOf('nonce', own.nonce, NONCE_BYTES),
    result: {
      outcome: OUTCOMES.find((one) => one === result.outcome) ?? refuse('outcome'),
      exit: result.exit === null ? null : textOf('exit', result.exit),
      paid: textOf('paid', result.paid),
    },
    ...logged,
  };
}

// The terms of an option as text: the log commits to it, and it decides the outcome.

export type CommittedOption = {
  readonly id: number;
  /** `BTC/USDT`. */
  readonly market: string;
  /** The price series whose ticks decide. */
  readonly series: number;
  readonly direction: Direction;
  readonly stake: Decimal;
  readonly currency: string;
  /** Percent of the stake. */
  readonly profitRatio: Decimal;
  /** Percent of the stake, added to it. */
  readonly feeRate: Decimal;
  /** Decimal places at which prices are compared. */
  readonly pricePlaces: number;
  /** Undefined by `option/1`: the entry tick is the last one before the purchase. */
  readonly entryDelayMs?: number | undefined;
  /** Of `even` by `option/2`: its chance makes the ratio. */
  readonly even?: { readonly band: Decimal; readonly edge: Decimal } | undefined;
  readonly purchasedMs: number;
  /** The entry tick. */
  readonly entry: { readonly seq: number; readonly price: Decimal };
  readonly expiresMs: number;
  /**
   * Largest delay of a tick's logging with which it still decides; `null`, to which all options commit now, for any
   * delay (docs/adr/0027-public-log-formats.md).
   */
  readonly lateMs: number | null;
};

// Not imported as a value, which would bring the wire codecs into the verification chunk.
const [BEFORE, AFTER]: typeof OPTION_RULES = ['option/1', 'option/2'];

/** The text that is committed to. */
export function formatTerms(option: CommittedOption): string {
  const { stake, currency, even, entryDelayMs, entry, lateMs } = option;
  return `halyard/contract/v1
kind option
id ${option.id}
rule ${entryDelayMs === undefined ? BEFORE : AFTER}
market ${option.market}
series ${option.series}
direction ${option.direction}
stake ${stake} ${currency}
profit_ratio ${option.profitRatio}
fee_rate ${option.feeRate}
price_places ${option.pricePlaces}
${even === undefined ? '' : `even_band ${even.band}\neven_edge ${even.edge}\n`}purchased_at ${option.purchasedMs}
${entryDelayMs === undefined ? '' : `entry_delay_ms ${entryDelayMs}\n`}entry ${entry.seq} ${entry.price}
expires_at ${option.expiresMs}
late_ms ${lateMs ?? 'none'}
window_ms ${END_TICK_WITHIN_MS}
`;
}

/** Reads terms. Throws a `LogFormatError` that names the line. */
export function parseTerms(text: string): CommittedOption {
  const lines = new LineReader(text);
  lines.line('halyard/contract/v1');
  lines.line('kind').oneOf(['option']);
  const id = lines.line('id').whole();
  const rule = lines.line('rule').oneOf([BEFORE, AFTER]);
  const start = {
    id,
    market: lines.line('market').word(),
    series: lines.line('series').whole(),
    direction: lines.line('direction').oneOf(['up', 'down', 'even']),
  } as const;
  const option = {
    ...start,
    stake: lines.line('stake').decimal(),
    currency: lines.word(),
    profitRatio: lines.line('profit_ratio').decimal(),
    feeRate: lines.line('fee_rate').decimal(),
    pricePlaces: lines.line('price_places').whole(),
    even: rule === AFTER && start.direction === 'even' ? readEven(lines) : undefined,
    purchasedMs: lines.line('purchased_at').whole(),
    entryDelayMs: rule === AFTER ? lines.line('entry_delay_ms').whole() : undefined,
    entry: { seq: lines.line('entry').whole(), price: lines.decimal() },
    expiresMs: lines.line('expires_at').whole(),
    lateMs: readLate(lines.line('late_ms')),
  };
  // The rule has one window; the text states it for its readers.
  lines.line('window_ms').oneOf([String(END_TICK_WITHIN_MS)]);
  lines.end();
  return option;
}

function readEven(lines: LineReader): CommittedOption['even'] {
  return { band: lines.line('even_band').decimal(), edge: lines.line('even_edge').decimal() };
}

function readLate(lines: LineReader): number | null {
  if (!lines.hasWord('none')) return lines.whole();
  lines.word();
  return null;
}
