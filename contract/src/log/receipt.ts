/** Receipts: all that shows how an option ended, in one file that needs nobody's answer. */
import { fromBase64, HASH_BYTES, toBase64 } from './bytes.ts';
import { NONCE_BYTES } from './commitment.ts';
import { LogFormatError } from './LogFormatError.ts';

/** An entry of the log, with the hashes from its sibling upwards. */
export type ProvenEntry = { readonly index: number; readonly text: string; readonly proof: readonly Uint8Array[] };

const OUTCOMES = ['won', 'lost', 'tied', 'void'] as const;

/** What the exchange says about the end. */
export type ReceiptResult = {
  readonly outcome: (typeof OUTCOMES)[number];
  /** `<seq> <price>` of the first tick at the end or after it; `null` where none came in time. */
  readonly exit: string | null;
  /** What went back to the account: `185 USDT`. */
  readonly paid: string;
};

export type Receipt = {
  readonly terms: string;
  readonly nonce: Uint8Array;
  readonly result: ReceiptResult;
  readonly entries: readonly ProvenEntry[];
  /** The signed note, as it was published. */
  readonly checkpoint: string;
};

const FORMAT = 'halyard/receipt/v1';

/** The file of a receipt. */
export function formatReceipt({ terms, nonce, result, entries, checkpoint }: Receipt): string {
  const { outcome, exit, paid } = result;
  const proven = entries.map(({ index, text, proof }) => ({ index, text, proof: proof.map(toBase64) }));
  const file = {
    format: FORMAT,
    terms,
    nonce: toBase64(nonce),
    result: { outcome, exit, paid },
    entries: proven,
    checkpoint,
  };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

/** Reads a receipt. Throws a {@link LogFormatError} that names the field, also for one that is not known. */
export function parseReceipt(json: string): Receipt {
  const file = fieldsOf('receipt', parseJson(json), ['format', 'terms', 'nonce', 'result', 'entries', 'checkpoint']);
  if (file['format'] !== FORMAT) throw fault('format');
  const result = fieldsOf('result', file['result'], ['outcome', 'exit', 'paid']);
  return {
    terms: textOf('terms', file['terms']),
    nonce: bytesOf('nonce', file['nonce'], NONCE_BYTES),
    result: {
      outcome: OUTCOMES.find((one) => one === result['outcome']) ?? refuse('outcome'),
      exit: result['exit'] === null ? null : textOf('exit', result['exit']),
      paid: textOf('paid', result['paid']),
    },
    entries: listOf('entries', file['entries']).map(entryOf),
    checkpoint: textOf('checkpoint', file['checkpoint']),
  };
}

function entryOf(value: unknown): ProvenEntry {
  const fields = fieldsOf('entries', value, ['index', 'text', 'proof']);
  const { index } = fields;
  return {
    index: typeof index === 'number' && Number.isSafeInteger(index) && index >= 0 ? index : refuse('index'),
    text: textOf('text', fields['text']),
    proof: listOf('proof', fields['proof']).map((hash) => bytesOf('proof', hash, HASH_BYTES)),
  };
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new LogFormatError(0, 'not JSON');
  }
}

/** The fields of an object that has these and no others. */
function fieldsOf(name: string, value: unknown, names: readonly string[]): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw fault(name);
  const unknown = Object.keys(value).find((key) => !names.includes(key));
  if (unknown !== undefined) throw fault(`${name}: unknown field`);
  const missing = names.find((key) => !Object.hasOwn(value, key));
  if (missing !== undefined) throw fault(missing);
  return value as Readonly<Record<string, unknown>>;
}

function textOf(name: string, value: unknown): string {
  return typeof value === 'string' ? value : refuse(name);
}

function listOf(name: string, value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : refuse(name);
}

function bytesOf(name: string, value: unknown, length: number): Uint8Array {
  return fromBase64(textOf(name, value), length) ?? refuse(name);
}

function refuse(name: string): never {
  throw fault(name);
}

function fault(name: string): LogFormatError {
  return new LogFormatError(0, `${name} is not as it should be`);
}
