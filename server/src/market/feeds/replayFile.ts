/** Reads a recorded market: a CSV file of one-minute candles or ticks, optionally gzipped. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { compare, isNegative, isPositive, parseDecimal, ZERO, type Decimal } from '@halyard/contract/money';
import { FeedSetupError } from './feed.ts';

/** A candle of the file, before the shift. */
export type FileCandle = {
  readonly openedAtSeconds: number;
  readonly open: Decimal;
  readonly high: Decimal;
  readonly low: Decimal;
  readonly close: Decimal;
  readonly volume: Decimal;
};

/** A trade of the file, before the shift. */
export type FileTick = { readonly timeMs: number; readonly price: Decimal; readonly quantity: Decimal };

/** Contents of a file: at least one candle or tick, in chronological order. */
export type Recording =
  | { readonly kind: 'candles'; readonly candles: readonly FileCandle[] }
  | { readonly kind: 'ticks'; readonly ticks: readonly FileTick[] };

/** A valid file. */
export type ReplayFile = {
  readonly name: string;
  /**
   * Markets that the file name may mean, in capitals without a slash: `BTCUSDT`; for `btc-usdt-1.csv` `BTC` and
   * `BTCUSDT`.
   */
  readonly pairs: readonly string[];
  /** SHA-256 of the file's bytes. */
  readonly digest: string;
  readonly recording: Recording;
};

const CANDLE_COLUMNS = ['time', 'open', 'high', 'low', 'close', 'volume'] as const;
const TICK_COLUMNS = ['time_ms', 'price', 'quantity'] as const;
const MINUTE_SECONDS = 60;
const SECONDS = /^\d{1,11}$/;
const MILLISECONDS = /^\d{1,13}$/;
const SCIENTIFIC = /^(\d{1,40})(?:\.(\d{1,40}))?e([+-]?\d{1,2})$/i;
const GZIP_MAGIC = 0x1f8b;
const PAIR_IN_NAME = /^([a-z0-9]+)[-_.](?:([a-z]+)[-_.])?/i;
const SHOWN_MAX = 40;

/**
 * Reads and validates the file. Throws `FeedSetupError` with one line that names the file, and the invalid line in it.
 */
export async function readReplayFile(path: string): Promise<ReplayFile> {
  const name = basename(path);
  const [, first, second] = PAIR_IN_NAME.exec(name.toUpperCase()) ?? [];
  if (first === undefined)
    throw new FeedSetupError(`Replay file ${name}: its name does not begin with a market, as btcusdt-2023.csv does.`);
  const bytes = await readBytes(path);
  const digest = createHash('sha256').update(bytes).digest('hex');
  const pairs = second === undefined ? [first] : [first, first + second];
  return { name, pairs, digest, recording: toRecording(bytes, name) };
}

/** Line of a tick in its file. */
export const lineOfTick = (index: number): number => index + 2;

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new FeedSetupError(`Replay file ${path} cannot be read: ${messageOf(error)}.`);
  }
}

function toRecording(bytes: Buffer, name: string): Recording {
  const text = attempt(name, () => textOf(bytes));
  const [header, ...lines] = text.split(/\r?\n/);
  if (header?.trim() === TICK_COLUMNS.join()) return { kind: 'ticks', ticks: toTicks(lines, name) };
  const records = attempt(name, () => parse(text, { skip_empty_lines: true, trim: true }));
  return { kind: 'candles', candles: toCandles(records, name) };
}

function textOf(bytes: Buffer): string {
  const isGzip = bytes.length > 1 && bytes.readUInt16BE(0) === GZIP_MAGIC;
  // TextDecoder drops the byte order mark that some programs write.
  return new TextDecoder().decode(isGzip ? gunzipSync(bytes) : bytes);
}

function attempt<Made>(name: string, make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    throw new FeedSetupError(`Replay file ${name} is not a CSV file, gzipped or not: ${messageOf(error)}.`);
  }
}

function toTicks(lines: readonly string[], name: string): FileTick[] {
  const rows = lines.at(-1) === '' ? lines.slice(0, -1) : lines;
  if (rows.length === 0) throw new FeedSetupError(`Replay file ${name} holds no tick.`);
  let lastMs = 0;
  return rows.map((row, index) => {
    const tick = toTick(row.split(','), lastMs);
    if (typeof tick === 'string') throw new FeedSetupError(`Replay file ${name}, line ${lineOfTick(index)}: ${tick}.`);
    lastMs = tick.timeMs;
    return tick;
  });
}

/** Tick of a row, or its fault. */
function toTick(row: readonly string[], lastMs: number): FileTick | string {
  const [time = '', priceText = '', quantityText = ''] = row.map((value) => value.trim());
  if (row.length !== TICK_COLUMNS.length) return `it must hold ${TICK_COLUMNS.join()}`;
  if (!MILLISECONDS.test(time)) return `time ${shown(time)} is not in unix milliseconds`;
  const timeMs = Number(time);
  if (timeMs < lastMs) return `time ${time} is before that of the line before`;
  const [price, quantity] = [readDecimal(priceText), readDecimal(quantityText)];
  if (price === undefined || !isPositive(price)) return `price ${shown(priceText)} is not a decimal above zero`;
  if (quantity === undefined || !isPositive(quantity))
    return `quantity ${shown(quantityText)} is not a decimal above zero`;
  return { timeMs, price, quantity };
}

const shown = (text: string) => `"${text.slice(0, SHOWN_MAX)}"`;

function toCandles([header, ...records]: string[][], name: string): FileCandle[] {
  if (header?.join() !== CANDLE_COLUMNS.join())
    throw new FeedSetupError(
      `Replay file ${name}, line 1: the columns must be ${CANDLE_COLUMNS.join()}, or ${TICK_COLUMNS.join()}.`,
    );
  if (records.length === 0) throw new FeedSetupError(`Replay file ${name} holds no candle.`);
  let lastSeconds = -1;
  return records.map((record, index) => {
    const candle = toCandle(record);
    const fault = typeof candle === 'string' ? candle : orderFault(candle.openedAtSeconds, lastSeconds);
    if (typeof candle === 'string' || fault !== undefined)
      throw new FeedSetupError(`Replay file ${name}, line ${index + 2}: ${fault}.`);
    lastSeconds = candle.openedAtSeconds;
    return candle;
  });
}

function orderFault(seconds: number, lastSeconds: number): string | undefined {
  if (seconds % MINUTE_SECONDS !== 0) return `time ${seconds} is not the start of a minute`;
  return seconds > lastSeconds ? undefined : `time ${seconds} is not after the line before`;
}

function toCandle([time = '', ...texts]: string[]): FileCandle | string {
  if (!SECONDS.test(time)) return `time "${time.slice(0, 40)}" is not in unix seconds`;
  const values = texts.map(readDecimal);
  const wrong = values.indexOf(undefined);
  if (wrong >= 0)
    return `${CANDLE_COLUMNS[wrong + 1] ?? 'a column'} "${(texts[wrong] ?? '').slice(0, 40)}" is not a decimal`;
  // The parser has checked that every line has as many columns as the first.
  const [open = ZERO, high = ZERO, low = ZERO, close = ZERO, volume = ZERO] = values;
  const candle = { openedAtSeconds: Number(time), open, high, low, close, volume };
  return shapeFault(candle) ?? candle;
}

function shapeFault({ open, high, low, close, volume }: FileCandle): string | undefined {
  if (!isPositive(low)) return 'low is not above zero';
  if (isNegative(volume)) return 'volume is below zero';
  const isInside = [open, close].every((price) => compare(low, price) <= 0 && compare(price, high) <= 0);
  return isInside ? undefined : 'open or close is not between low and high';
}

// Some programs write small volumes as 9e-05; moving the decimal point in the text keeps every digit.
function readDecimal(text: string): Decimal | undefined {
  const [, units = '', fraction = '', exponent = ''] = SCIENTIFIC.exec(text) ?? [];
  if (exponent === '') return parseDecimal(text);
  const point = units.length + Number.parseInt(exponent, 10);
  const digits = `${'0'.repeat(Math.max(0, 1 - point))}${units}${fraction}`.padEnd(point, '0');
  const pointNow = Math.max(1, point);
  return parseDecimal(`${digits.slice(0, pointNow)}.${digits.slice(pointNow)}0`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.split('\n', 1).join('') : String(error);
}
