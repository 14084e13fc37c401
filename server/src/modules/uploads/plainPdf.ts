/**
 * Whether a PDF is a plain document, as a voucher is. It is kept as it came, since rewriting would change what a bank
 * has signed; therefore nothing that acts is let in: scripts, launches, attachments, forms that send, passwords that
 * hide what is inside.
 *
 * This is a filter and no proof: it looks for the names of such things in the whole file and in everything in it that
 * is packed with Flate, however they are escaped; it rather refuses a link to a page `/JavaScript` than reads strings
 * apart. Objects that are packed twice or in the rarer ways are refused where they are declared, but a file may still
 * be read otherwise by some viewer. So a PDF is never shown by the exchange: it is handed out as a download, and as
 * nothing else.
 */
import { pipeline } from 'node:stream/promises';
import { constants, createInflateRaw } from 'node:zlib';
import { BusinessError } from '../../calls/errors.ts';

/** What may be packed into ten megabytes; pages of scans stay below, bombs do not. */
export const UNPACKED_BYTES_MAX = 256 * 1024 * 1024;

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
  'RichMedia',
  'XFA',
  'Encrypt',
];
const FORBIDDEN_NAME = new RegExp(`/(?:${FORBIDDEN.map(escapable).join('|')})(?![A-Za-z0-9#])`);
const PACKED_OBJECTS = new RegExp(`/${escapable('ObjStm')}(?![A-Za-z0-9#])`);
const FLATE = new RegExp(`/(?:${escapable('FlateDecode')}|${escapable('Fl')})(?![A-Za-z0-9#])`);
// Twice the longest name with every letter escaped: a name that lies across two pieces is found in one of them.
const OVERLAP = 100;

const STREAM = /\bstream\r?\n/g;
const END = '%%EOF';

const ZLIB_HEAD_BYTES = 2;
// Raw, since viewers do not look at the checksum at the end; and what has no end is given out as far as it goes.
const INFLATE = { chunkSize: 256 * 1024, finishFlush: constants.Z_SYNC_FLUSH };

/**
 * Throws `BusinessError`: FILE_UNREADABLE when the file is no whole PDF, FILE_NOT_PLAIN when it is more than a
 * document.
 */
export async function checkPlainPdf(bytes: Buffer): Promise<void> {
  // One character a byte.
  const text = bytes.toString('latin1');
  const end = text.lastIndexOf(END);
  if (!/^%PDF-[12]\.\d/.test(text) || end < 0) throw new BusinessError('FILE_UNREADABLE');
  // Another file may hang behind the document, such as an archive.
  if (/[^\s\0]/.test(text.slice(end + END.length)) || FORBIDDEN_NAME.test(text)) throw notPlain();
  await checkPacked(bytes, text);
}

async function checkPacked(bytes: Buffer, text: string): Promise<void> {
  let left = UNPACKED_BYTES_MAX;
  let after = 0;
  for (const { index, 0: keyword } of text.matchAll(STREAM)) {
    const from = index + keyword.length;
    const isDeflated = looksDeflated(bytes, from);
    const before = text.slice(after, index);
    const holdsObjects = PACKED_OBJECTS.test(before);
    if (holdsObjects && !isDeflated) throw notPlain();
    if (isDeflated) {
      const deflated = { bytesMax: left, holdsObjects, isDeclared: FLATE.test(before) };
      left -= await checkDeflated(bytes.subarray(from + ZLIB_HEAD_BYTES), deflated);
    }
    after = from;
  }
}

/** The two bytes that a zlib stream begins with (RFC 1950, section 2.2). */
function looksDeflated(bytes: Buffer, at: number): boolean {
  if (at + ZLIB_HEAD_BYTES > bytes.length) return false;
  const head = bytes.readUInt16BE(at);
  return (head >> 8) % 16 === 8 && head % 31 === 0;
}

type Deflated = {
  readonly bytesMax: number;
  readonly holdsObjects: boolean;
  /** Said to be packed with Flate; otherwise it may look so by chance. */
  readonly isDeclared: boolean;
};

/** Unpacks piece by piece and looks at each; answers how many bytes there were. */
async function checkDeflated(packed: Buffer, { bytesMax, holdsObjects, isDeclared }: Deflated): Promise<number> {
  let count = 0;
  let tail = '';
  try {
    await pipeline([packed], createInflateRaw(INFLATE), async (pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) {
        // Objects begin with the list of their numbers; anything else is packed once more.
        if (count === 0 && holdsObjects && !/^\s*\d/.test(piece.toString('latin1', 0, 64))) throw notPlain();
        count += piece.length;
        const text = tail + piece.toString('latin1');
        if (count > bytesMax || FORBIDDEN_NAME.test(text)) throw notPlain();
        tail = text.slice(-OVERLAP);
      }
    });
  } catch (error) {
    if (error instanceof BusinessError) throw error;
    // Viewers mend what is broken, each in its own way.
    if (isDeclared) throw new BusinessError('FILE_UNREADABLE');
  }
  return count;
}

/** A pattern of a name in which each letter may be written as `#` and its code (ISO 32000-1, section 7.3.5). */
function escapable(name: string): string {
  return Array.from(name, (letter) => {
    const code = letter.charCodeAt(0).toString(16);
    return `(?:${letter}|#${Array.from(code, (digit) => `[${digit}${digit.toUpperCase()}]`).join('')})`;
  }).join('');
}

function notPlain(): BusinessError {
  return new BusinessError('FILE_NOT_PLAIN');
}
