/**
 * Whether a PDF is a plain document, like a voucher. It is stored unchanged, since rewriting would break a bank's
 * signature; so nothing active is allowed: scripts, launches, attachments, forms that submit, passwords that hide the
 * content.
 *
 * This is a filter and no proof: it searches for the names of such things in the whole file and in everything that is
 * packed with Flate, in every escaping; it refuses a link to a page `/JavaScript` rather than parse strings. Objects
 * that are packed in any other way are refused, and so is everything that viewers could read differently
 * (`pdfStreams.ts`). Viewers repair broken files, each in its own way: so the exchange never shows a PDF, it serves it
 * only as a download.
 */
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { constants, createInflateRaw } from 'node:zlib';
import { BusinessError } from '../../calls/callHandler.ts';
import { readStreams, type DictionaryToken } from './pdfStreams.ts';

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
  const look = createLook();
  look(text);
  let [left, count] = [UNPACKED_BYTES_MAX, 0];
  for (const stream of readStreams(text)) {
    if (stream === undefined) {
      await setImmediate();
      continue;
    }
    count += 1;
    if (count > STREAMS_MAX) throw notPlain();
    left -= await checkStream(bytes.subarray(stream.from), stream.dictionary, { bytesMax: left, look });
  }
}

function isTwoFiles(text: string): boolean {
  return PAGE.test(text.slice(0, SNIFFED_BYTES)) || text.includes(ARCHIVE_END);
}

/** Refuses an active part of the file, by itself or together with the parts before. */
function createLook() {
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

type Limits = { readonly bytesMax: number; readonly look: (text: string) => void };

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
async function checkDeflated(packed: Buffer, { bytesMax, look, holdsObjects }: Deflated): Promise<number> {
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
        look(text);
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
