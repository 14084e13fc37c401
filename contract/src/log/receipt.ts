/** Receipts: all that shows how an option ended, in one file that needs nobody's answer. */
import { toBase64 } from './bytes.ts';
import { NONCE_BYTES } from './commitment.ts';
import {
  bytesOf,
  fieldsOf,
  formatJson,
  listOf,
  parseJson,
  provenEntryJson,
  provenEntryOf,
  refuse,
  textOf,
} from './json.ts';
import type { SealedFile } from './sealedSteps.ts';

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
export type Receipt = SealedFile & {
  readonly terms: string;
  readonly nonce: Uint8Array;
  readonly result: ReceiptResult;
};

/** The file of a receipt. */
export function formatReceipt({ terms, nonce, result, entries, checkpoint }: Receipt): string {
  const { outcome, exit, paid } = result;
  return formatJson({
    format: FORMAT,
    terms,
    nonce: toBase64(nonce),
    result: { outcome, exit, paid },
    entries: entries.map(provenEntryJson),
    checkpoint,
  });
}

/** Reads a receipt. Throws a `LogFormatError` that names the field, also for one that is not known. */
export function parseReceipt(text: string): Receipt {
  const names = ['format', 'terms', 'nonce', 'result', 'entries', 'checkpoint'] as const;
  const file = fieldsOf('receipt', parseJson(text), names);
  if (file.format !== FORMAT) refuse('format');
  const result = fieldsOf('result', file.result, ['outcome', 'exit', 'paid']);
  return {
    terms: textOf('terms', file.terms),
    nonce: bytesOf('nonce', file.nonce, NONCE_BYTES),
    result: {
      outcome: OUTCOMES.find((one) => one === result.outcome) ?? refuse('outcome'),
      exit: result.exit === null ? null : textOf('exit', result.exit),
      paid: textOf('paid', result.paid),
    },
    entries: listOf('entries', file.entries, provenEntryOf),
    checkpoint: textOf('checkpoint', file.checkpoint),
  };
}
