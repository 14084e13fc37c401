/** Receipts: all that shows how an option ended, in one file that needs nobody's answer. */
import { toBase64 } from './bytes.ts';
import { NONCE_BYTES } from './commitment.ts';
import { bytesOf, fieldsOf, refuse, textOf, formatReceiptFile, parseReceiptFile } from './json.ts';
import type { ReceiptFile } from './loggedSteps.ts';

const FORMAT = 'halyard/receipt/v1';
const OUTCOMES = ['won', 'lost', 'tied', 'void'] as const;

/** What the exchange says about the end. */
export type ReceiptResult = {
  readonly outcome: (typeof OUTCOMES)[number];
  /** `<seq> <price>` of the first tick at the end or after it; `null` where none came in time. */
  readonly exit: string | null;
  /** What went back to the account: `185 USDT`. */
  readonly paid: string;
};

/** Its entries are those of the commitment and of the ticks that decide, with the ones beside these. */
export type Receipt = ReceiptFile & {
  readonly terms: string;
  readonly nonce: Uint8Array;
  readonly result: ReceiptResult;
};

/** The file of a receipt. */
export function formatReceipt({ terms, nonce, result: { outcome, exit, paid }, ...sealed }: Receipt): string {
  return formatReceiptFile(FORMAT, { terms, nonce: toBase64(nonce), result: { outcome, exit, paid } }, sealed);
}

/** Reads a receipt. Throws a `LogFormatError` that names the field, also for one that is not known. */
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
