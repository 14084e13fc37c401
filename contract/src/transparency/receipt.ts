/** Receipts: the complete proof of an option's outcome, in one file that verifies offline. */
import { toBase64 } from './bytes.ts';
import { NONCE_BYTES } from './commitment.ts';
import { bytesOf, fieldsOf, refuse, textOf, formatReceiptFile, parseReceiptFile } from './json.ts';
import type { ReceiptFile } from './loggedSteps.ts';

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
export function formatReceipt({ terms, nonce, result: { outcome, exit, paid }, ...sealed }: Receipt): string {
  return formatReceiptFile(FORMAT, { terms, nonce: toBase64(nonce), result: { outcome, exit, paid } }, sealed);
}

/** Reads a receipt. Throws a `LogFormatError` that names the field, also for an unknown one. */
export function parseReceipt(text: string): Receipt {
  const { own, sealed } = parseReceiptFile(text, FORMAT, ['terms', 'nonce', 'result']);
  const result = fieldsOf('result', own.result, ['outcome', 'exit', 'paid']);
  return {
    terms: textOf('terms', own.terms),
    nonce: bytesOf('nonce', own.nonce, NONCE_BYTES),
    result: {
      outcome: OUTCOMES.find((one) => one === result.outcome) ?? refuse('outcome'),
      exit: result.exit === null ? null : textOf('exit', result.exit),
      paid: textOf('paid', result.paid),
    },
    ...sealed,
  };
}
