/** Receipts of positions: their states from the first to the last, and the ticks between them. */
import type { CloseReason } from '../futures/position.ts';
import { toBase64 } from './bytes.ts';
import { NONCE_BYTES } from './commitment.ts';
import { bytesOf, fieldsOf, listOf, refuse, textOf, formatReceiptFile, parseReceiptFile } from './json.ts';
import type { ReceiptFile } from './loggedSteps.ts';

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
export function formatPositionReceipt({ chain, result, ...sealed }: LoggedPosition): string {
  const { outcome, exit, profit, paid } = result;
  const own = {
    chain: chain.map(({ terms, nonce }) => ({ terms, nonce: toBase64(nonce) })),
    result: { outcome, exit, profit, paid },
  };
  return formatReceiptFile(POSITION_FORMAT, own, sealed);
}

/** Reads a receipt. Throws a `LogFormatError` that names the field, also for an unknown one. */
export function parsePositionReceipt(text: string): LoggedPosition {
  const { own, sealed } = parseReceiptFile(text, POSITION_FORMAT, ['chain', 'result']);
  const result = fieldsOf('result', own.result, ['outcome', 'exit', 'profit', 'paid']);
  return {
    chain: listOf('chain', own.chain, chainedOf),
    result: {
      outcome: OUTCOMES.find((one) => one === result.outcome) ?? refuse('outcome'),
      exit: textOf('exit', result.exit),
      profit: textOf('profit', result.profit),
      paid: textOf('paid', result.paid),
    },
    ...sealed,
  };
}

function chainedOf(value: unknown): ChainedTerms {
  const { terms, nonce } = fieldsOf('chain', value, ['terms', 'nonce']);
  return { terms: textOf('terms', terms), nonce: bytesOf('nonce', nonce, NONCE_BYTES) };
}
