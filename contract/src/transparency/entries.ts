/**
 * Entries of the log: the content of each kind, and the text whose bytes are hashed. Every entry has one text, and
 * every other text of the same content is refused.
 */
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { isPositive, type Decimal } from '../money/money.ts';
import { HASH_BYTES, joinBytes, toBase64 } from './bytes.ts';
import { assertAscending, LineReader, LogFormatError, readMany, type EntryFormat } from './LineReader.ts';
import { leafHash } from './merkle.ts';
import { formatVkey, isKeyName, parseVkey, type VerifierKey } from './note.ts';
import { ENTRY_BYTES_MAX } from './tiles.ts';
import {
  auditFormat,
  liabilitiesFormat,
  statisticsFormat,
  type AuditEntry,
  type LiabilitiesEntry,
  type StatisticsEntry,
} from './totalEntries.ts';

// Entries of prices, and of the quotes that make the prices of an index.

/** A price of a series. Its seq follows from its place. */
export type LoggedTick = { readonly atMs: number; readonly price: Decimal; readonly quantity: Decimal };

/** Ticks of a series without a gap. */
export type LoggedTicks = { readonly id: number; readonly firstSeq: number; readonly ticks: readonly LoggedTick[] };

/** Ticks that arrived in a second, ascending by series; empty when none arrived. */
export type PricesEntry = {
  readonly kind: 'prices';
  readonly loggedMs: number;
  readonly series: readonly LoggedTicks[];
};

/** The quote of one source; `null` where it was stale. */
export type Quote = {
  readonly source: string;
  readonly quoted: { readonly bid: Decimal; readonly ask: Decimal; readonly receivedMs: number } | null;
};

/** Quotes that make the ticks of live series. Ascending by series and seq, quotes by source. */
export type QuotesEntry = {
  readonly kind: 'quotes';
  readonly loggedMs: number;
  readonly ticks: readonly { readonly id: number; readonly seq: number; readonly quotes: readonly Quote[] }[];
};

const STALE = 'stale';

const pricesFormat: EntryFormat<PricesEntry> = {
  read: (lines) => {
    const loggedMs = lines.line('sealed').whole();
    const series = readMany(lines, () => readTicks(lines));
    assertAscending(lines, series, (one, before) => one.id > before.id);
    return { loggedMs, series };
  },
  write: ({ loggedMs, series }) => [`sealed ${loggedMs}`, ...series.flatMap(writeTicks)],
};

const quotesFormat: EntryFormat<QuotesEntry> = {
  read: (lines) => {
    const loggedMs = lines.line('sealed').whole();
    const ticks = readMany(lines, () => {
      const [id, seq] = [lines.line('series').whole(), lines.whole()];
      const quotes = readRun(lines, () => readQuote(lines));
      assertAscending(lines, quotes, (one, before) => one.source > before.source);
      return { id, seq, quotes };
    });
    if (ticks.length === 0) throw lines.fault('no quotes');
    assertAscending(
      lines,
      ticks,
      (one, before) => one.id > before.id || (one.id === before.id && one.seq > before.seq),
    );
    return { loggedMs, ticks };
  },
  write: ({ loggedMs, ticks }) => [
    `sealed ${loggedMs}`,
    ...ticks.flatMap(({ id, seq, quotes }) => [`series ${id} ${seq}`, ...quotes.map(writeQuote)]),
  ],
};

/** A line in an entry of prices. */
function writeTick({ atMs, price, quantity }: LoggedTick): string {
  return `${atMs} ${price} ${quantity}`;
}

function readTicks(lines: LineReader): LoggedTicks {
  const [id, firstSeq] = [lines.line('series').whole(), lines.whole()];
  const ticks = readRun(lines, () => {
    const atMs = lines.line().whole();
    const price = lines.decimal();
    if (!isPositive(price)) throw lines.fault('not a price');
    return { atMs, price, quantity: lines.decimal() };
  });
  return { id, firstSeq, ticks };
}

function writeTicks({ id, firstSeq, ticks }: LoggedTicks): readonly string[] {
  return [`series ${id} ${firstSeq}`, ...ticks.map(writeTick)];
}

function readQuote(lines: LineReader): Quote {
  const source = lines.line().word();
  if (!lines.hasWord(STALE))
    return { source, quoted: { bid: lines.decimal(), ask: lines.decimal(), receivedMs: lines.whole() } };
  lines.word();
  return { source, quoted: null };
}

/** One line of a quotes entry. */
export function writeQuote({ source, quoted }: Quote): string {
  return quoted === null ? `${source} ${STALE}` : `${source} ${quoted.bid} ${quoted.ask} ${quoted.receivedMs}`;
}

/** Items up to the next series; at least one. */
function readRun<Item>(lines: LineReader, read: () => Item): readonly Item[] {
  const items: Item[] = [];
  while (lines.hasLine() && !lines.hasLine('series')) items.push(read());
  if (items.length === 0) throw lines.fault('a series without a line');
  return items;
}

/** The first entry, and only that. */
export type LogEntry = {
  readonly kind: 'log';
  readonly origin: string;
  /** The log that this one continues, with its last trusted state. */
  readonly predecessor: { readonly origin: string; readonly size: number; readonly root: Uint8Array } | null;
};

/** A series of prices that is in the log from here on. */
export type SeriesEntry = {
  readonly kind: 'series';
  readonly loggedMs: number;
  readonly id: number;
  /** `BTC/USDT`. */
  readonly market: string;
  readonly source: 'live' | 'simulated' | 'replay';
  /** The model of simulated prices, or the method of an index. */
  readonly method: string;
  readonly identity: string;
  readonly pricePlaces: number;
  readonly quantityPlaces: number;
};

/** Blinded commitments to options and positions whose terms are fixed from here on. In random order. */
export type CommitsEntry = {
  readonly kind: 'commits';
  readonly loggedMs: number;
  readonly commitments: readonly Uint8Array[];
};

/** The chain of keys of simulated prices: `K_0`, and the day of `K_1`. */
export type SeedEntry = {
  readonly kind: 'seed';
  readonly firstDay: string;
  readonly days: number;
  readonly anchor: Uint8Array;
};

/** The key of a past day. */
export type RevealEntry = { readonly kind: 'reveal'; readonly day: string; readonly key: Uint8Array };

/** A further key that signs the log, from an instant on. */
export type KeyEntry = { readonly kind: 'key'; readonly key: VerifierKey; readonly fromMs: number };

/** Documents that hold from here on: payout rules, the method of an index, fees. Ascending by name. */
export type RulesEntry = {
  readonly kind: 'rules';
  readonly documents: readonly { readonly name: string; readonly version: string; readonly digest: string }[];
};

export type Entry =
  | LogEntry
  | SeriesEntry
  | PricesEntry
  | QuotesEntry
  | CommitsEntry
  | SeedEntry
  | RevealEntry
  | LiabilitiesEntry
  | StatisticsEntry
  | KeyEntry
  | RulesEntry
  | AuditEntry;
export type EntryKind = Entry['kind'];

const FIRST_LINE = /^halyard\/([a-z]+)\/v1$/;

/** Reads an entry. Throws a {@link LogFormatError} that names the line. */
export function parseEntry(text: string): Entry {
  if (utf8ToBytes(text).length > ENTRY_BYTES_MAX) throw new LogFormatError(0, 'longer than an entry may be');
  const lines = new LineReader(text);
  const kind = FIRST_LINE.exec(lines.line().word())?.[1] ?? '';
  if (!isEntryKind(kind)) throw lines.fault('an unknown kind of entry');
  const content = FORMATS[kind].read(lines);
  lines.end();
  return { kind, ...content } as Entry;
}

/** The text of an entry. Throws a `RangeError` when it is longer than an entry may be. */
export function formatEntry(entry: Entry): string {
  const { write } = FORMATS[entry.kind] as EntryFormat<Entry>;
  const text = `${[firstLine(entry.kind), ...write(entry)].join('\n')}\n`;
  if (utf8ToBytes(text).length > ENTRY_BYTES_MAX) throw new RangeError('an entry is too long: split it');
  return text;
}

/** The hash of an entry in the tree. */
export function entryHash(text: string): Uint8Array {
  return leafHash(joinBytes(text));
}

const logFormat: EntryFormat<LogEntry> = {
  read: (lines) => {
    const origin = readOrigin(lines.line('origin'));
    lines.line('predecessor');
    if (!lines.hasWord('none'))
      return { origin, predecessor: { origin: readOrigin(lines), size: lines.whole(), root: lines.bytes(HASH_BYTES) } };
    lines.word();
    return { origin, predecessor: null };
  },
  write: ({ origin, predecessor: before }) => [
    `origin ${origin}`,
    `predecessor ${before === null ? 'none' : `${before.origin} ${before.size} ${toBase64(before.root)}`}`,
  ],
};

const seriesFormat: EntryFormat<SeriesEntry> = {
  read: (lines) => ({
    loggedMs: lines.line('sealed').whole(),
    id: lines.line('series').whole(),
    market: lines.word(),
    source: lines.oneOf(['live', 'simulated', 'replay']),
    method: lines.word(),
    identity: lines.word(),
    pricePlaces: lines.whole(),
    quantityPlaces: lines.whole(),
  }),
  write: ({ loggedMs, id, market, source, method, identity, pricePlaces, quantityPlaces }) => [
    `sealed ${loggedMs}`,
    `series ${id} ${market} ${source} ${method} ${identity} ${pricePlaces} ${quantityPlaces}`,
  ],
};

const commitsFormat: EntryFormat<CommitsEntry> = {
  read: (lines) => {
    const loggedMs = lines.line('sealed').whole();
    const commitments = readMany(lines, () => lines.line().bytes(HASH_BYTES));
    if (new Set(commitments.map(toBase64)).size !== commitments.length) throw lines.fault('a commitment twice');
    if (commitments.length === 0) throw lines.fault('no commitment');
    return { loggedMs, commitments };
  },
  write: ({ loggedMs, commitments }) => [`sealed ${loggedMs}`, ...commitments.map(toBase64)],
};

const seedFormat: EntryFormat<SeedEntry> = {
  read: (lines) => {
    const firstDay = lines.line('first_day').date();
    const days = lines.line('days').whole();
    const anchor = lines.line('anchor').bytes(HASH_BYTES);
    lines.line('beacon').oneOf(['none']);
    return { firstDay, days, anchor };
  },
  write: ({ firstDay, days, anchor }) => [
    `first_day ${firstDay}`,
    `days ${days}`,
    `anchor ${toBase64(anchor)}`,
    'beacon none',
  ],
};

const revealFormat: EntryFormat<RevealEntry> = {
  read: (lines) => ({ day: lines.line('day').date(), key: lines.line('key').bytes(HASH_BYTES) }),
  write: ({ day, key }) => [`day ${day}`, `key ${toBase64(key)}`],
};

const keyFormat: EntryFormat<KeyEntry> = {
  read: (lines) => ({ key: readKey(lines.line('vkey')), fromMs: lines.line('from').whole() }),
  write: ({ key, fromMs }) => [`vkey ${formatVkey(key)}`, `from ${fromMs}`],
};

const rulesFormat: EntryFormat<RulesEntry> = {
  read: (lines) => {
    const documents = readMany(lines, () => ({
      name: lines.line().word(),
      version: lines.word(),
      digest: lines.digest(),
    }));
    if (documents.length === 0) throw lines.fault('no document');
    assertAscending(lines, documents, (one, before) => one.name > before.name);
    return { documents };
  },
  write: ({ documents }) => documents.map(({ name, version, digest }) => `${name} ${version} ${digest}`),
};

const FORMATS: { readonly [Kind in EntryKind]: EntryFormat<Extract<Entry, { kind: Kind }>> } = {
  log: logFormat,
  series: seriesFormat,
  prices: pricesFormat,
  quotes: quotesFormat,
  commits: commitsFormat,
  seed: seedFormat,
  reveal: revealFormat,
  liabilities: liabilitiesFormat,
  statistics: statisticsFormat,
  key: keyFormat,
  rules: rulesFormat,
  audit: auditFormat,
};

function firstLine(kind: EntryKind): string {
  return `halyard/${kind}/v1`;
}

function isEntryKind(text: string): text is EntryKind {
  return Object.hasOwn(FORMATS, text);
}

function readOrigin(lines: LineReader): string {
  const origin = lines.word();
  if (!isKeyName(origin)) throw lines.fault('not an origin');
  return origin;
}

function readKey(lines: LineReader): VerifierKey {
  try {
    return parseVkey(lines.word(), 'log');
  } catch (error) {
    throw error instanceof LogFormatError ? lines.fault(error.reason) : error;
  }
}

// Names of entries in messages.

/** A run of ticks, also in an unreadable entry: an entry whose ticks were dropped still has this line. */
const RUN = /^series (\d+) (\d+)$/gmu;

/** Its index and kind; for prices also series and seq: `entry 7 (prices, series 1 seq 5 to 9)`. */
export function entryName(index: number, text: string): string {
  const entry = readable(text);
  const runs = entry?.kind === 'prices' ? entry.series : [];
  const ticks = runs.map(({ id, firstSeq, ticks: { length } }) => `series ${id} seq ${seqRange(firstSeq, length)}`);
  if (entry === undefined) for (const [, id, seq] of text.matchAll(RUN)) ticks.push(`series ${id} seq ${seq}`);
  return `entry ${index} (${[entry?.kind ?? 'unreadable', ...ticks].join(', ')})`;
}

/** `5`, or `5 to 9`. */
export function seqRange(firstSeq: number, count: number): string {
  return count === 1 ? String(firstSeq) : `${firstSeq} to ${firstSeq + count - 1}`;
}

function readable(text: string): Entry | undefined {
  try {
    return parseEntry(text);
  } catch (error) {
    if (error instanceof LogFormatError) return undefined;
    throw error;
  }
}

// Splits entries that would be too long into several with the same logging time.

/** Target size of an entry. */
export const ENTRY_BYTES_AIM = 60_000;
// The two lines that begin an entry, and the line that begins a series, at their longest.
const HEAD_BYTES = 60;
const SERIES_BYTES = 48;

/** The prices in entries of at most {@link ENTRY_BYTES_AIM} bytes; one at least, also without a price. */
export function splitPrices({ loggedMs, series }: Omit<PricesEntry, 'kind'>): readonly PricesEntry[] {
  const parts: LoggedTicks[][] = [[]];
  let bytes = HEAD_BYTES;
  for (const { id, firstSeq, ticks } of series) {
    let from = 0;
    bytes += SERIES_BYTES;
    for (const [place, tick] of ticks.entries()) {
      bytes += writeTick(tick).length + 1;
      if (bytes <= ENTRY_BYTES_AIM) continue;
      if (place > from) parts.at(-1)?.push({ id, firstSeq: firstSeq + from, ticks: ticks.slice(from, place) });
      parts.push([]);
      from = place;
      bytes = HEAD_BYTES + SERIES_BYTES + writeTick(tick).length + 1;
    }
    if (from < ticks.length) parts.at(-1)?.push({ id, firstSeq: firstSeq + from, ticks: ticks.slice(from) });
  }
  return parts.map((part) => ({ kind: 'prices', loggedMs, series: part }));
}

/** The quotes in entries of at most {@link ENTRY_BYTES_AIM} bytes; none without one. */
export function splitQuotes({ loggedMs, ticks }: Omit<QuotesEntry, 'kind'>): readonly QuotesEntry[] {
  const parts: QuotesEntry['ticks'][number][][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const tick of ticks) {
    const own = tick.quotes.reduce((sum, quote) => sum + writeQuote(quote).length + 1, SERIES_BYTES);
    if (bytes + own > ENTRY_BYTES_AIM) {
      parts.push([]);
      bytes = HEAD_BYTES;
    }
    bytes += own;
    parts.at(-1)?.push(tick);
  }
  return parts.map((part) => ({ kind: 'quotes', loggedMs, ticks: part }));
}
