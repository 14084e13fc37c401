import { isNegative, parseDecimal, type Decimal } from '../money/money.ts';
import { fromBase64, wholeOf } from './bytes.ts';

const NOT_IN_WORDS = /[\p{Cc}\p{White_Space}]/u;
const DIGEST = /^[0-9a-f]{64}$/;
const DATE = /^\d{4}-\d\d-\d\d$/;

/**
 * Reads a text of the log word by word. Each line has words with one space between them. Any other content is a {@link
 * LogFormatError} that names the line.
 */
export class LineReader {
  readonly #lines: readonly string[];
  #read = 0;
  #words: readonly string[] = [];
  #place = 0;

  constructor(text: string) {
    if (!text.endsWith('\n')) throw new LogFormatError(0, 'the text does not end with a line feed');
    this.#lines = text.slice(0, -1).split('\n');
  }

  /** Goes to the next line, which must begin with `first` when that is given. */
  line(first?: string): this {
    this.#endLine();
    const line = this.#lines[this.#read];
    this.#read += 1;
    if (line === undefined) throw this.fault('a line is missing');
    this.#words = line.split(' ');
    this.#place = 0;
    if (first !== undefined && this.word() !== first) throw this.fault(`not the line "${first}"`);
    return this;
  }

  /** Whether there is a line after this one, and one that begins with `first` when that is given. */
  hasLine(first?: string): boolean {
    const line = this.#lines[this.#read];
    return line !== undefined && (first === undefined || line.split(' ', 1)[0] === first);
  }

  /** Whether this line has another word, and whether it is `next` when that is given. */
  hasWord(next?: string): boolean {
    const word = this.#words[this.#place];
    return word !== undefined && (next === undefined || word === next);
  }

  /** Requires the end of the text. */
  end(): void {
    this.#endLine();
    if (this.#read === this.#lines.length) return;
    this.#read += 1;
    throw this.fault('a line too many');
  }

  word(): string {
    const word = this.#words[this.#place];
    this.#place += 1;
    if (word === undefined) throw this.fault('a word is missing');
    if (word === '' || NOT_IN_WORDS.test(word)) throw this.fault('not words with one space between them');
    return word;
  }

  /** The next word, which must be one of these. */
  oneOf<Word extends string>(words: readonly Word[]): Word {
    const word = this.word();
    return this.#need(
      words.find((one) => one === word),
      `none of ${words.join(', ')}`,
    );
  }

  /** From 0 to 2^53 - 1. */
  whole(): number {
    return this.#need(wholeOf(this.word()), 'not a whole number');
  }

  decimal(): Decimal {
    const value = this.signedDecimal();
    if (isNegative(value)) throw this.fault('below zero');
    return value;
  }

  signedDecimal(): Decimal {
    const word = this.word();
    const value = parseDecimal(word);
    return this.#need(value === word ? value : undefined, 'not a decimal in its only spelling');
  }

  /** Bytes from base64, of a given length or any. */
  bytes(length?: number): Uint8Array {
    return this.#need(fromBase64(this.word(), length), `not ${length ?? ''} bytes in canonical base64`);
  }

  /** SHA-256, hexadecimal. */
  digest(): string {
    const word = this.word();
    return this.#need(DIGEST.test(word) ? word : undefined, 'not a SHA-256 in hexadecimal');
  }

  /** `2026-11-25`. */
  date(): string {
    const word = this.word();
    return this.#need(isDate(word) ? word : undefined, 'not a date');
  }

  /** A fault in the line that is being read. */
  fault(reason: string): LogFormatError {
    return new LogFormatError(this.#read, reason);
  }

  #need<Value>(value: Value | undefined, reason: string): Value {
    if (value === undefined) throw this.fault(reason);
    return value;
  }

  #endLine(): void {
    if (this.hasWord()) throw this.fault('a word too many');
  }
}

function isDate(text: string): boolean {
  const atMs = DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isFinite(atMs) && new Date(atMs).toISOString().startsWith(text);
}

/** A text of the log that does not follow its format. */
export class LogFormatError extends Error {
  override readonly name = 'LogFormatError';

  /** `line` counts from 1; 0 is the text as a whole. `reason` is plain English without the faulty text. */
  constructor(
    readonly line: number,
    readonly reason: string,
  ) {
    super(line === 0 ? reason : `line ${line}: ${reason}`);
  }
}

// Reader and writer of one kind of entry.

/** Both without the entry's first line. */
export type EntryFormat<Kind extends { readonly kind: string }> = {
  readonly read: (lines: LineReader) => Omit<Kind, 'kind'>;
  readonly write: (entry: Omit<Kind, 'kind'>) => readonly string[];
};

/** Reads an item from each of the following lines, as long as they begin with `first` when that is given. */
export function readMany<Item>(lines: LineReader, read: () => Item, first?: string): readonly Item[] {
  const items: Item[] = [];
  while (lines.hasLine(first)) items.push(read());
  return items;
}

/** Throws when an item does not come after the one before it. */
export function assertAscending<Item>(
  lines: LineReader,
  items: readonly Item[],
  isAfter: (item: Item, before: Item) => boolean,
): void {
  const isSorted = items.every((item, place) => {
    const before = items[place - 1];
    return before === undefined || isAfter(item, before);
  });
  if (!isSorted) throw lines.fault('not in ascending order');
}
