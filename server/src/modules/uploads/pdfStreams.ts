/**
 * Reads a PDF as its standard writes it (ISO 32000-1, sections 7.2 and 7.3), from the first byte to the last, and finds
 * its streams. Viewers read more than that, each in its own way: from wherever a table points to, and past what is
 * broken. So nothing is read past here, and where a stream or an object could begin otherwise than it was read, the
 * file is refused.
 */
import { BusinessError } from '../../calls/errors.ts';

/** A stream, by where its bytes begin and by what its dictionary says, names and operators in their order. */
export type PdfStream = { readonly from: number; readonly dictionary: readonly DictionaryToken[] };

/** A part of a dictionary: names without escapes, strings as `(`. `depth`: 1 for what is the dictionary's own. */
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
/** Between two of them others may have their turn. */
const TOKENS_AT_ONCE = 20_000;
// Far above what dictionaries of streams have, and what any object is nested.
const DICTIONARY_MAX = 20_000;
/** Words «stream» in titles and comments. */
const WORDS_MAX = 1000;
const DEPTH_MAX = 100;

/**
 * The streams of a PDF, one character a byte, in their order; `undefined` now and then, so that who reads may let
 * others have their turn. Throws `BusinessError`: FILE_UNREADABLE for what is not written as a PDF is, FILE_NOT_PLAIN
 * for what others could read otherwise.
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

/** What was read so far: keywords by where they are, brackets that are open, and the last dictionary. */
type Reading = {
  readonly streams: Set<number>;
  readonly objects: Set<number>;
  readonly open: string[];
  dictionary: DictionaryToken[];
  last: string;
};

/** Takes a token in; true when a stream begins behind it. */
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

/** Where a string ends that begins at `at`. Parentheses in it are balanced or escaped. */
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

/** A title, or a comment on what follows, may speak of a stream; but not behind what ends a dictionary. */
function noteWords(words: string, start: number, streams: Set<number>): void {
  if (words.includes('>>')) return;
  for (const { index } of words.matchAll(STREAM)) {
    streams.add(start + index);
    // Streams have a limit of their own that is lower.
    if (streams.size > WORDS_MAX) throw notPlain();
  }
}

/** Keeps the brackets that are open. */
function turn(open: string[], token: string): void {
  const closed = OPENING.get(token);
  if (token === '<<' || token === '[') open.push(token);
  else if (closed !== undefined && open.pop() !== closed) throw unreadable();
  if (open.length > DEPTH_MAX) throw unreadable();
}

const plain = (token: string) =>
  token.replaceAll(ESCAPED, (_escape, code: string) => Buffer.from(code, 'hex').toString('latin1'));

/** Where the bytes begin. Some viewers take other ends of the line behind the keyword too, each its own ones. */
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

/** What stands in strings, comments or streams, and a viewer that is sent there takes for the beginning of one. */
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
