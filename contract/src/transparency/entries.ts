/**
 * Entries of the log: the content of each kind, and the text whose bytes are hashed. Every entry has one text, and
 * every other text of the same content is refused.
 */
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { HASH_BYTES, joinBytes, toBase64 } from './bytes.ts';
import { assertAscending, readMany, type EntryFormat } from './entryFormat.ts';
import { formatVkey, isKeyName, parseVkey, type VerifierKey } from './keys.ts';
import { LineReader } from './LineReader.ts';
import { LogFormatError } from './LogFormatError.ts';
import { leafHash } from './merkle.ts';
import { pricesFormat, quotesFormat, type PricesEntry, type QuotesEntry } from './priceEntries.ts';
import { ENTRY_BYTES_MAX } from './tiles.ts';
import {
  auditFormat,
  liabilitiesFormat,
  statisticsFormat,
  type AuditEntry,
  type LiabilitiesEntry,
  type StatisticsEntry,
} from './totalEntries.ts';

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
  readonly sealedMs: number;
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
  readonly sealedMs: number;
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
    sealedMs: lines.line('sealed').whole(),
    id: lines.line('series').whole(),
    market: lines.word(),
    source: lines.oneOf(['live', 'simulated', 'replay']),
    method: lines.word(),
    identity: lines.word(),
    pricePlaces: lines.whole(),
    quantityPlaces: lines.whole(),
  }),
  write: ({ sealedMs, id, market, source, method, identity, pricePlaces, quantityPlaces }) => [
    `sealed ${sealedMs}`,
    `series ${id} ${market} ${source} ${method} ${identity} ${pricePlaces} ${quantityPlaces}`,
  ],
};

const commitsFormat: EntryFormat<CommitsEntry> = {
  read: (lines) => {
    const sealedMs = lines.line('sealed').whole();
    const commitments = readMany(lines, () => lines.line().bytes(HASH_BYTES));
    if (new Set(commitments.map(toBase64)).size !== commitments.length) throw lines.fault('a commitment twice');
    if (commitments.length === 0) throw lines.fault('no commitment');
    return { sealedMs, commitments };
  },
  write: ({ sealedMs, commitments }) => [`sealed ${sealedMs}`, ...commitments.map(toBase64)],
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
