/**
 * Whether a PDF is a plain document, like a voucher. It is stored unchanged, since rewriting would break a bank's
 * signature; so nothing active is allowed: scripts, launches, attachments, forms that submit, passwords that hide the
 * content.
 *
 * This is a filter and no proof: it searches for the names of such things in the whole file and in everything that is
 * packed with Flate, in every escaping; it refuses a link to a page `/JavaScript` rather than parse strings. Objects
 * that are packed in any other way are refused, and so is everything that viewers could read differently. Viewers
 * repair broken files, each in its own way: so the exchange never shows a PDF, it serves it only as a download.
 */
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { constants, createInflateRaw } from 'node:zlib';
import { BusinessError } from '../../calls/callHandler.ts';

/** Maximum unpacked size of ten megabytes; scanned pages stay below, bombs do not. */
export const UNPACKED_BYTES_MAX = 256 * 1024 * 1024;
/** Names take time to check; in pictures each 256th byte looks like the beginning of one. */
const NAMES_MAX = 5_000_000;
/** Each takes time to unpack, even a short one; a voucher has a few dozen. */
export const STREAMS_MAX = 500;

const FORBIDDEN = [
  'JavaScript',
  'Rendition',
  'Launch',
  'SubmitForm',
  'ImportData',
  'GoToR',
  'GoToE',
  'EmbeddedFile',
  'EmbeddedFiles',
  'FileAttachment',
  'OnInstantiate',
  'RichMedia',
  'XFA',
  'Encrypt',
  // Actions at an event, like the opening of a page.
  'AA',
];
const FORBIDDEN_NAME = new RegExp(nameOf(...FORBIDDEN));
const URI = nameOf('URI');
/** An address other than of a page, a mailbox or a phone, or one that is not written plainly. */
const STRANGE_URI = new RegExp(
  `${URI}${spaces(1)}(?:<(?!<)|\\(${spaces(2)}(?!(?:https?|mailto|tel):)(?:[a-z][a-z0-9+.-]*\\s*:|[^)]{0,20}\\\\))`,
  'i',
);
const OPEN_ACTION = new RegExp(`${nameOf('OpenAction')}\\s*`, 'g');
/** A destination page, or the action that goes there. */
const GOES_TO_PAGE = /^\s*(?:\[|<<\s*(?:\/Type\s*\/Action\s*)?\/S\s*\/GoTo(?![A-Za-z0-9#]))/;
const OPEN_ACTIONS_MAX = 10;
/** Objects with one number: one for each version of the document. */
const OBJECTS_MAX = 100;
/** Numbers have ten and five digits at most (ISO 32000-1, 7.5.4); any other text is no reference. */
const REFERENCE = /^(\d{1,10})\s+(\d{1,5})\s+R/;
const HAS_URI = new RegExp(URI);
// Twice the longest name with every letter escaped: a name across two pieces is found in one of them.
const OVERLAP = 100;

const END = '%%EOF';
/** A file that is also a page or an archive: the signatures that browsers and archivers look for. */
const PAGE = /<(?:!doctype|html|head|body|script|svg|iframe|\?php)/i;
const SNIFFED_BYTES = 1024;
const ARCHIVE_END = 'PK\x05\x06\0\0\0\0';

const isFlate = (filter: string | undefined) => filter === '/FlateDecode' || filter === '/Fl';
/** Numbers of a predictor; only differences are packed then. */
const PREDICTED = ['/DecodeParms', '/DP'];
/** Only object streams have them (ISO 32000-1, table 16); not all viewers require the type. */
const PACKED_OBJECTS = ['/ObjStm', '/First'];

const ZLIB_HEAD_BYTES = 2;
// Raw, since viewers ignore the checksum at the end; a truncated stream is read as far as it goes.
const INFLATE = { chunkSize: 256 * 1024, finishFlush: constants.Z_SYNC_FLUSH };

/**
 * Throws `BusinessError`: FILE_UNREADABLE when the file is no complete PDF, FILE_NOT_PLAIN when it is more than a
 * document.
 */
export async function checkPlainPdf(bytes: Buffer): Promise<void> {
  // One character a byte.
  const text = bytes.toString('latin1');
  const end = text.lastIndexOf(END);
  if (!/^%PDF-[12]\.\d/.test(text) || end < 0) throw unreadable();
  // Another file may be appended to the document, such as an archive.
  if (/[^\s\0]/.test(text.slice(end + END.length)) || isTwoFiles(text)) throw notPlain();
  const inspect = createInspector();
  inspect(text);
  let [left, count] = [UNPACKED_BYTES_MAX, 0];
  for (const stream of readStreams(text)) {
    if (stream === undefined) {
      await setImmediate();
      continue;
    }
    count += 1;
    if (count > STREAMS_MAX) throw notPlain();
    left -= await checkStream(bytes.subarray(stream.from), stream.dictionary, { bytesMax: left, inspect });
  }
}

function isTwoFiles(text: string): boolean {
  return PAGE.test(text.slice(0, SNIFFED_BYTES)) || text.includes(ARCHIVE_END);
}

/** Refuses an active part of the file, by itself or together with the parts before. */
function createInspector() {
  let [actsAtOpening, hasUri] = [false, false];
  let names = 0;
  return (text: string): void => {
    for (let at = text.indexOf('/'); at >= 0; at = text.indexOf('/', at + 1)) names += 1;
    if (names > NAMES_MAX) throw notPlain();
    actsAtOpening ||= doesMoreAtOpening(text);
    hasUri ||= HAS_URI.test(text);
    // A referenced action could be any action of the file.
    const opensUri = actsAtOpening && hasUri;
    if (opensUri || FORBIDDEN_NAME.test(text) || STRANGE_URI.test(text)) throw notPlain();
  };
}

/** Whether opening the document does something other than going to a page. */
function doesMoreAtOpening(text: string): boolean {
  const found = [...text.matchAll(OPEN_ACTION)];
  // Each is searched for in the whole file; a document has one for each version.
  if (found.length > OPEN_ACTIONS_MAX) return true;
  return found.some(({ 0: name, index }) => {
    const action = text.slice(index + name.length);
    const [reference, id, generation] = REFERENCE.exec(action) ?? [];
    if (reference === undefined) return !GOES_TO_PAGE.test(action);
    return !isGoingToPage(text, `${id}\\s+${generation}`);
  });
}

/** Whether every object with a number goes to a page: later ones replace earlier ones. */
function isGoingToPage(text: string, number: string): boolean {
  let count = 0;
  for (const object of text.matchAll(new RegExp(`(?<!\\d)${number}\\s+obj`, 'g'))) {
    count += 1;
    if (count > OBJECTS_MAX || !GOES_TO_PAGE.test(text.slice(object.index + object[0].length))) return false;
  }
  return count > 0;
}

type Limits = { readonly bytesMax: number; readonly inspect: (text: string) => void };

/** Checks the packed content of a stream that begins with `bytes`; resolves to the number of bytes. */
async function checkStream(bytes: Buffer, dictionary: readonly DictionaryToken[], limits: Limits): Promise<number> {
  const filters = filtersOf(dictionary);
  const holdsObjects = dictionary.some(({ text }) => PACKED_OBJECTS.includes(text));
  refuseHidden(dictionary, holdsObjects, filters);
  if (!isFlate(filters[0]) || isEmpty(bytes)) return 0;
  if (!isDeflated(bytes)) throw unreadable();
  return checkDeflated(bytes.subarray(ZLIB_HEAD_BYTES), { ...limits, holdsObjects });
}

/** Content in another file, and objects that are packed otherwise than once with Flate. */
function refuseHidden(dictionary: readonly DictionaryToken[], holdsObjects: boolean, filters: readonly string[]): void {
  const names = dictionary.filter(({ depth }) => depth === 1).map(({ text }) => text);
  const isElsewhere = names.includes('/F');
  const isPackedPlainly =
    filters.length < 2 && filters.every(isFlate) && !names.some((name) => PREDICTED.includes(name));
  if (isElsewhere || (holdsObjects && !isPackedPlainly)) throw notPlain();
}

/** The filters of a stream, in the order of unpacking. Refused when named elsewhere, or twice. */
function filtersOf(dictionary: readonly DictionaryToken[]): readonly string[] {
  const named = dictionary.flatMap(({ text, depth }, index) => (text === '/Filter' && depth === 1 ? [index + 1] : []));
  const [at] = named;
  if (at === undefined) return [];
  const isList = dictionary[at]?.text === '[';
  const end = isList ? dictionary.findIndex(({ text }, index) => index > at && text === ']') : at + 1;
  const filters = dictionary.slice(isList ? at + 1 : at, end).map(({ text }) => text);
  if (named.length > 1 || !filters.every((name) => name.startsWith('/'))) throw notPlain();
  return filters;
}

/** The first two bytes of a zlib stream (RFC 1950, section 2.2). */
function isDeflated(bytes: Buffer): boolean {
  if (bytes.length < ZLIB_HEAD_BYTES) return false;
  const head = bytes.readUInt16BE(0);
  return (head >> 8) % 16 === 8 && head % 31 === 0 && (head & 0x20) === 0;
}

const isEmpty = (bytes: Buffer) => /^\s*endstream/.test(bytes.toString('latin1', 0, 16));

type Deflated = Limits & { readonly holdsObjects: boolean };

/** Unpacks piece by piece and checks each; resolves to the number of bytes. */
async function checkDeflated(packed: Buffer, { bytesMax, inspect, holdsObjects }: Deflated): Promise<number> {
  let count = 0;
  let tail = '';
  try {
    await pipeline([packed], createInflateRaw(INFLATE), async (pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) {
        // Objects begin with the list of their numbers; other content is packed once more.
        if (count === 0 && holdsObjects && !/^\s*\d/.test(piece.toString('latin1', 0, 64))) throw notPlain();
        count += piece.length;
        const text = tail + piece.toString('latin1');
        if (count > bytesMax) throw notPlain();
        inspect(text);
        tail = text.slice(-OVERLAP);
      }
    });
  } catch (error) {
    if (error instanceof BusinessError) throw error;
    // Viewers repair broken files, each in its own way.
    throw unreadable();
  }
  return count;
}

/**
 * A pattern of white space that is matched once and never in part, so that no part of a text is tried again for each
 * space. `group` is the number of its group in the whole pattern.
 */
function spaces(group: number): string {
  return `(?=(\\s*))\\${group}`;
}

/** A pattern of names, each whole. */
function nameOf(...names: readonly string[]): string {
  return `/(?:${names.map(escapable).join('|')})(?![A-Za-z0-9#])`;
}

/** A pattern of a name in which each letter may be written as `#` and its code (ISO 32000-1, section 7.3.5). */
function escapable(name: string): string {
  return Array.from(name, (letter) => {
    const code = letter.charCodeAt(0).toString(16);
    return `(?:${letter}|#${Array.from(code, (digit) => `[${digit}${digit.toUpperCase()}]`).join('')})`;
  }).join('');
}

function unreadable(): BusinessError {
  return new BusinessError('FILE_UNREADABLE');
}

function notPlain(): BusinessError {
  return new BusinessError('FILE_NOT_PLAIN');
}

// Reads a PDF by its standard (ISO 32000-1, sections 7.2 and 7.3), from the first byte to the last, and finds its
// streams. Viewers are more lenient, each in its own way: they start where a table points to, and skip what is broken.
// So nothing is skipped here, and a file is refused when a stream or an object could begin elsewhere than it was read.

/** A stream: where its bytes begin, and its dictionary with names and operators in order. */
export type PdfStream = { readonly from: number; readonly dictionary: readonly DictionaryToken[] };

/** Part of a dictionary: names without escapes, strings as `(`. `depth`: 1 for the dictionary's own. */
type DictionaryToken = { readonly text: string; readonly depth: number };

const SPACE = String.raw`\0\t\n\f\r `;
const REGULAR = String.raw`[^${SPACE}()<>[\]{}/%\\]`;
const TOKEN = new RegExp(
  String.raw`[${SPACE}]+|%[^\r\n]*|<<|>>|[[\]]|<[\dA-Fa-f${SPACE}]*>|\(|/${REGULAR}*|${REGULAR}+`,
  'y',
);
const WORDS = /^[(%]/;
/** White space and comments. */
const NOTHING = new RegExp(`^[%${SPACE}]`);
const INSIDE_STRING = /[()\\]/g;
const LINE_END = /\r?\n/y;
const ESCAPED = /#([\dA-Fa-f]{2})/g;

// `Bitstream` and `streaming` are other words.
const STREAM = /(?<![A-Za-z])stream(?![A-Za-z\d])/g;
const OBJECT = new RegExp(String.raw`[\d${SPACE}]obj(?=[${SPACE}]*(?:<<|%))`, 'g');
const STREAM_END = 'endstream';

const OPENING: ReadonlyMap<string, string> = new Map([
  ['>>', '<<'],
  [']', '['],
]);
/** Between two of these, other work gets its turn. */
const TOKENS_AT_ONCE = 20_000;
// Far above the size of stream dictionaries, and the nesting of any object.
const DICTIONARY_MAX = 20_000;
/** Occurrences of «stream» in titles and comments. */
const WORDS_MAX = 1000;
const DEPTH_MAX = 100;

/**
 * The streams of a PDF, one character a byte, in order; `undefined` from time to time, so that the caller may yield to
 * other work. Throws `BusinessError`: FILE_UNREADABLE for text that is no PDF, FILE_NOT_PLAIN for text that viewers
 * could read differently.
 */
function* readStreams(text: string): Generator<PdfStream | undefined> {
  const reading: Reading = { streams: new Set(), objects: new Set(), open: [], dictionary: [], last: '' };
  let count = 0;
  for (let at = 0; at < text.length;) {
    const start = at;
    const token = tokenAt(text, at);
    at = token === '(' ? stringEnd(text, at) : at + token.length;
    count += 1;
    if (count % TOKENS_AT_ONCE === 0) yield undefined;
    if (WORDS.test(token)) noteWords(text.slice(start, at), start, reading.streams);
    if (NOTHING.test(token) || !isStream(reading, token, start)) continue;
    const from = streamStart(text, at, reading.dictionary);
    yield { from, dictionary: reading.dictionary };
    at = streamEnd(text, from);
  }
  if (reading.open.length > 0) throw unreadable();
  refuseUnread(text, reading);
}

/** State of the reading: keywords by position, open brackets, and the last dictionary. */
type Reading = {
  readonly streams: Set<number>;
  readonly objects: Set<number>;
  readonly open: string[];
  dictionary: DictionaryToken[];
  last: string;
};

/** Reads a token; true when a stream begins after it. */
function isStream(reading: Reading, token: string, start: number): boolean {
  const { open, last } = reading;
  if (open.length === 0 && token === '<<') reading.dictionary = [];
  turn(open, token);
  reading.last = token;
  if (open.length > 0) {
    if (reading.dictionary.length < DICTIONARY_MAX) {
      reading.dictionary.push({ text: plain(token), depth: open.length });
    }
    return false;
  }
  if (token === 'obj') reading.objects.add(start);
  if (token !== 'stream' || last !== '>>') return false;
  reading.streams.add(start);
  return true;
}

function tokenAt(text: string, at: number): string {
  TOKEN.lastIndex = at;
  const token = TOKEN.exec(text)?.[0];
  if (token === undefined) throw unreadable();
  return token;
}

/** End of the string that begins at `at`. Parentheses in it are balanced or escaped. */
function stringEnd(text: string, at: number): number {
  let depth = 0;
  INSIDE_STRING.lastIndex = at;
  for (let found = INSIDE_STRING.exec(text); found !== null; found = INSIDE_STRING.exec(text)) {
    if (found[0] === '\\') INSIDE_STRING.lastIndex += 1;
    else depth += found[0] === '(' ? 1 : -1;
    if (depth === 0) return INSIDE_STRING.lastIndex;
    if (depth > DEPTH_MAX) break;
  }
  throw unreadable();
}

/** A title or comment may contain the word, but not after the end of a dictionary. */
function noteWords(words: string, start: number, streams: Set<number>): void {
  if (words.includes('>>')) return;
  for (const { index } of words.matchAll(STREAM)) {
    streams.add(start + index);
    // Streams have a lower limit of their own.
    if (streams.size > WORDS_MAX) throw notPlain();
  }
}

/** Tracks the open brackets. */
function turn(open: string[], token: string): void {
  const closed = OPENING.get(token);
  if (token === '<<' || token === '[') open.push(token);
  else if (closed !== undefined && open.pop() !== closed) throw unreadable();
  if (open.length > DEPTH_MAX) throw unreadable();
}

const plain = (token: string) =>
  token.replaceAll(ESCAPED, (_escape, code: string) => Buffer.from(code, 'hex').toString('latin1'));

/** Begin of the bytes. Some viewers accept other line ends after the keyword too. */
function streamStart(text: string, at: number, dictionary: readonly DictionaryToken[]): number {
  LINE_END.lastIndex = at;
  if (!LINE_END.test(text) || dictionary.length === DICTIONARY_MAX) throw notPlain();
  return LINE_END.lastIndex;
}

function streamEnd(text: string, from: number): number {
  const at = text.indexOf(STREAM_END, from);
  if (at < 0) throw unreadable();
  return at;
}

/** Text in strings, comments or streams that a viewer could take for the begin of one. */
function refuseUnread(text: string, { streams, objects }: Pick<Reading, 'streams' | 'objects'>): void {
  for (const { index } of text.matchAll(STREAM)) if (!streams.has(index)) throw notPlain();
  for (const { index } of text.matchAll(OBJECT)) if (!objects.has(index + 1)) throw notPlain();
}
