/** Receipts of positions: their states from the first to the last, and the ticks between them. */
import type { CloseReason, MarginMode, PositionSide } from '../futures/position.ts';
import type { FUTURES_RULE } from '../futures/terms.ts';
import type { Decimal } from '../money/money.ts';
import { NONCE_BYTES, toBase64 } from './bytes.ts';
import { LineReader } from './LineReader.ts';
import {
  bytesOf,
  fieldsOf,
  formatReceiptFile,
  listOf,
  parseReceiptFile,
  refuse,
  textOf,
  type ReceiptFile,
} from './receiptFile.ts';

export const POSITION_FORMAT = 'halyard/position-receipt/v1';
/** Outcomes that a file can prove. The end of a series is not among them, since no tick proves it. */
const OUTCOMES = ['user', 'stop_profit', 'stop_loss', 'liquidation', 'profit_cap'] as const satisfies CloseReason[];
export type ShownReason = (typeof OUTCOMES)[number];

/** The exchange's claim about the end. */
export type PositionResult = {
  readonly outcome: ShownReason;
  /** `<seq> <price>` of the closing tick. */
  readonly exit: string;
  /** `-74.985 USDT`. */
  readonly profit: string;
  /** Amount returned to the account: `0.015 USDT`. */
  readonly paid: string;
};

/** A committed state, with the nonce that hides it. */
export type ChainedTerms = { readonly terms: string; readonly nonce: Uint8Array };

/**
 * Its entries are those of the commitments, of the ticks of each change and of the end with their neighbours, and all
 * between where the position did not live long.
 */
export type LoggedPosition = ReceiptFile & {
  readonly chain: readonly ChainedTerms[];
  readonly result: PositionResult;
};

/** The file of a receipt. */
export function formatPositionReceipt({ chain, result, ...logged }: LoggedPosition): string {
  const { outcome, exit, profit, paid } = result;
  const own = {
    chain: chain.map(({ terms, nonce }) => ({ terms, nonce: toBase64(nonce) })),
    result: { outcome, exit, profit, paid },
  };
  return formatReceiptFile(POSITION_FORMAT, own, logged);
}

/** Reads a receipt. Throws a `LogFormatError` that names the field, also for an unknown one. */
export function parsePositionReceipt(text: string): LoggedPosition {
  const { own, logged } = parseReceiptFile(text, POSITION_FORMAT, ['chain', 'result']);
  const result = fieldsOf('result', own.result, ['outcome', 'exit', 'profit', 'paid']);
  return {
    chain: listOf('chain', own.chain, chainedOf),
    result: {
      outcome: OUTCOMES.find((one) => one === result.outcome) ?? refuse('outcome'),
      exit: textOf('exit', result.exit),
      profit: textOf('profit', result.profit),
      paid: textOf('paid', result.paid),
    },
    ...logged,
  };
}

function chainedOf(value: unknown): ChainedTerms {
  const { terms, nonce } = fieldsOf('chain', value, ['terms', 'nonce']);
  return { terms: textOf('terms', terms), nonce: bytesOf('nonce', nonce, NONCE_BYTES) };
}

// A state of a position as text: the log commits to it at each change, and it decides the outcome.

/**
 * Actions of the owner and effects of ticks: orders open, overnight fees are charged, losses of other cross positions
 * are paid. `closing` is a request to close that the first tick from then on carries out.
 */
const CAUSES = [
  'open',
  'order',
  'add_margin',
  'set_stops',
  'partial_close',
  'close',
  'closing',
  'opened',
  'night',
  'paid',
] as const;
export type ChangeCause = (typeof CAUSES)[number];

/** A position, or an order for one, from a tick on. Rates and levels in percent. */
export type CommittedPosition = {
  readonly id: number;
  /** From 0 on, without a gap. */
  readonly change: number;
  readonly cause: ChangeCause;
  /** `BTC/USDT`. */
  readonly market: string;
  /** The price series whose ticks decide. */
  readonly series: number;
  readonly side: PositionSide;
  readonly mode: MarginMode;
  readonly leverage: number;
  readonly lots: number;
  readonly quantity: Decimal;
  readonly targetPrice: Decimal | null;
  /** `null` while the order waits. */
  readonly entryPrice: Decimal | null;
  readonly currency: string;
  readonly originMargin: Decimal;
  readonly margin: Decimal;
  readonly reserve: Decimal;
  readonly fee: Decimal;
  readonly takeProfit: Decimal | null;
  readonly stopLoss: Decimal | null;
  /** SHA-256 of all terms, hexadecimal; terms that decide the outcome are listed here too. */
  readonly termsHash: string;
  readonly lot: Decimal;
  readonly spread: Decimal;
  readonly feeRate: Decimal;
  readonly overnightRate: Decimal;
  readonly liquidationLevel: Decimal;
  readonly profitCap: Decimal;
  readonly pricePlaces: number;
  readonly openedMs: number | null;
  /** The last midnight whose overnight fee was charged. */
  readonly overnightPaidMs: number | null;
  /** Time of the change. In version 2, openings and closings are at the instant of their tick. */
  readonly atMs: number;
  /** In version 2 only: when the owner asked for the opening or closing at `atMs`; `null` for all other changes. */
  readonly askedMs?: number | null;
  /** In version 2 only: the first tick from then on closes it; `null` without such a request. */
  readonly closingMs?: number | null;
  /** The last tick before this state: the next one is the first that applies to it. */
  readonly tick: { readonly seq: number; readonly price: Decimal };
};

// Not imported as a value, which would bring the wire codecs into the verification chunk.
const RULE: typeof FUTURES_RULE = 'contract/1';
const NONE = 'none';

type Read = (lines: LineReader) => CommittedPosition[keyof CommittedPosition];
type Key = Exclude<keyof CommittedPosition, 'id' | 'change' | 'cause' | 'tick'>;

const word: Read = (lines) => lines.word();
const whole: Read = (lines) => lines.whole();
const amount: Read = (lines) => lines.decimal();
const orNone =
  (read: Read): Read =>
  (lines) => {
    if (!lines.hasWord(NONE)) return read(lines);
    lines.word();
    return null;
  };

type Line = readonly [name: string, key: Key, read: Read];

/** The lines between the first and the last ones. */
const LINES: readonly Line[] = [
  ['market', 'market', word],
  ['series', 'series', whole],
  ['side', 'side', (lines) => lines.oneOf(['long', 'short'])],
  ['mode', 'mode', (lines) => lines.oneOf(['isolated', 'cross'])],
  ['leverage', 'leverage', whole],
  ['lots', 'lots', whole],
  ['quantity', 'quantity', amount],
  ['target', 'targetPrice', orNone(amount)],
  ['open_price', 'entryPrice', orNone(amount)],
  ['currency', 'currency', word],
  ['origin_margin', 'originMargin', amount],
  ['margin', 'margin', amount],
  ['reserve', 'reserve', amount],
  ['fee', 'fee', amount],
  ['stop_profit', 'takeProfit', orNone(amount)],
  ['stop_loss', 'stopLoss', orNone(amount)],
  ['terms', 'termsHash', (lines) => lines.digest()],
  ['lot', 'lot', amount],
  ['spread', 'spread', amount],
  ['fee_rate', 'feeRate', amount],
  ['overnight_rate', 'overnightRate', amount],
  ['close_out_level', 'liquidationLevel', amount],
  ['profit_cap', 'profitCap', amount],
  ['price_places', 'pricePlaces', whole],
  ['opened_at', 'openedMs', orNone(whole)],
  ['night_paid', 'overnightPaidMs', orNone(whole)],
  ['at', 'atMs', whole],
];
/** Additional lines of version 2. */
const ADDED_LINES: readonly Line[] = [
  ['asked_at', 'askedMs', orNone(whole)],
  ['closing_from', 'closingMs', orNone(whole)],
];
const [FIRST_VERSION, VERSION] = ['halyard/contract/v1', 'halyard/contract/v2'];

/** The text that is committed to. */
export function formatPosition(position: CommittedPosition): string {
  const { id, change, cause, tick, askedMs } = position;
  const isFirst = askedMs === undefined;
  const lines = [
    isFirst ? FIRST_VERSION : VERSION,
    'kind contract',
    `id ${id}`,
    `change ${change} ${cause}`,
    `rule ${RULE}`,
    ...(isFirst ? LINES : [...LINES, ...ADDED_LINES]).map(([name, key]) => `${name} ${position[key] ?? NONE}`),
    `tick ${tick.seq} ${tick.price}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Reads a state. Throws a `LogFormatError` that names the line. */
export function parsePosition(text: string): CommittedPosition {
  const lines = new LineReader(text);
  const isFirst = text.startsWith(`${FIRST_VERSION}\n`);
  lines.line(isFirst ? FIRST_VERSION : VERSION);
  lines.line('kind').oneOf(['contract']);
  const id = lines.line('id').whole();
  const [change, cause] = [lines.line('change').whole(), lines.oneOf(CAUSES)];
  lines.line('rule').oneOf([RULE]);
  const named = isFirst ? LINES : [...LINES, ...ADDED_LINES];
  const fields = Object.fromEntries(named.map(([name, key, read]) => [key, read(lines.line(name))]));
  const tick = { seq: lines.line('tick').whole(), price: lines.decimal() };
  lines.end();
  return { ...(fields as Pick<CommittedPosition, Key>), id, change, cause, tick };
}
