/**
 * Reads a PDF by its standard (ISO 32000-1, sections 7.2 and 7.3), from the first byte to the last, and finds its
 * streams. Viewers are more lenient, each in its own way: they start where a table points to, and skip what is broken.
 * So nothing is skipped here, and a file is refused when a stream or an object could begin elsewhere than it was read.
 */
import { BusinessError } from '../../calls/callHandler.ts';

/** A stream: where its bytes begin, and its dictionary with names and operators in order. */
export type PdfStream = { readonly from: number; readonly dictionary: readonly DictionaryToken[] };

/** Part of a dictionary: names without escapes, strings as `(`. `depth`: 1 for the dictionary's own. */
export type DictionaryToken = { readonly text: string; readonly depth: number };

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
export function* readStreams(text: string): Generator<PdfStream | undefined> {
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

function unreadable(): BusinessError {
  return new BusinessError('FILE_UNREADABLE');
}

function notPlain(): BusinessError {
  return new BusinessError('FILE_NOT_PLAIN');
}
