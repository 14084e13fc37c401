/** Writing a ZIP archive to disk, entry by entry, in constant memory. */
import { open, type FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createDeflateRaw } from 'node:zlib';

/** Contents of an entry, in pieces. */
type Pieces = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;

export type ZipFile = {
  /** Adds an entry; its name has slashes for folders. */
  add(name: string, pieces: Pieces): Promise<void>;
  /** Writes the directory, and resolves to the size of the archive when it is on the disk. */
  finish(): Promise<number>;
  /** Closes the file after an error. */
  abandon(): Promise<void>;
};

type Entry = {
  readonly name: Buffer;
  readonly crc: number;
  readonly size: number;
  readonly packed: number;
  readonly at: number;
};

const FILE_MODE = 0o600;
const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
const VERSION = 20;
/** Names are UTF-8. */
const FLAGS = 0x0800;
const DEFLATE = 8;
/** 1 January 1980: the archive has no time of its own. */
const DATE = 0x21;
// Larger ones would need the ZIP64 format.
const BYTES_MAX = 0xffff_ffff;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

function crcAfter(before: number, bytes: Uint8Array): number {
  let crc = ~before;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** Creates the archive; throws when the file exists. Adding an entry fails after `signal`. */
export async function createZip(path: string, signal: AbortSignal): Promise<ZipFile> {
  const file = await open(path, 'wx', FILE_MODE);
  const entries: Entry[] = [];
  let end = 0;
  const write = async (bytes: Buffer, at = end): Promise<void> => {
    // A write to a disk that is nearly full takes a part of the bytes, and the next one throws.
    for (let done = 0; done < bytes.length;)
      done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
    if (at === end) end += bytes.length;
    if (end > BYTES_MAX) throw new RangeError('the archive is larger than 4 GiB');
  };
  return {
    async add(name, pieces) {
      const entry = { name: Buffer.from(name), at: end };
      // The sizes are known at the end: the header is written again then.
      await write(localHeader({ ...entry, crc: 0, size: 0, packed: 0 }));
      const begin = end;
      const { crc, size } = await deflate(pieces, (bytes) => write(bytes), signal);
      const done = { ...entry, crc, size, packed: end - begin };
      if (size > BYTES_MAX) throw new RangeError('an entry is larger than 4 GiB');
      await write(localHeader(done), entry.at);
      entries.push(done);
    },
    async finish() {
      const at = end;
      for (const entry of entries) await write(centralHeader(entry));
      await write(endOf({ count: entries.length, bytes: end - at, at }));
      await file.sync();
      await file.close();
      return end;
    },
    abandon: () => closeQuietly(file),
  };
}

async function deflate(pieces: Pieces, write: (bytes: Buffer) => Promise<void>, signal: AbortSignal) {
  let [crc, size] = [0, 0];
  const counted = async function* () {
    for await (const piece of pieces) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
      crc = crcAfter(crc, bytes);
      size += bytes.length;
      yield bytes;
    }
  };
  // A failed write ends the reading of the pieces too.
  const written = async (packed: AsyncIterable<Buffer>) => {
    for await (const bytes of packed) await write(bytes);
  };
  await pipeline(counted, createDeflateRaw(), written, { signal });
  return { crc, size };
}

async function closeQuietly(file: FileHandle): Promise<void> {
  await file.close().catch(() => undefined);
}

function localHeader({ name, crc, size, packed }: Omit<Entry, 'at'>): Buffer {
  const bytes = Buffer.alloc(LOCAL_BYTES);
  bytes.writeUInt32LE(LOCAL, 0);
  writeCommon(bytes, 4, { crc, size, packed });
  bytes.writeUInt16LE(name.length, 26);
  return Buffer.concat([bytes, name]);
}

function centralHeader({ name, crc, size, packed, at }: Entry): Buffer {
  const bytes = Buffer.alloc(CENTRAL_BYTES);
  bytes.writeUInt32LE(CENTRAL, 0);
  bytes.writeUInt16LE(VERSION, 4);
  writeCommon(bytes, 6, { crc, size, packed });
  bytes.writeUInt16LE(name.length, 28);
  bytes.writeUInt32LE(at, 42);
  return Buffer.concat([bytes, name]);
}

/** The fields that both headers share: version, flags, method, time, date, checksum and sizes. */
function writeCommon(bytes: Buffer, from: number, { crc, size, packed }: Pick<Entry, 'crc' | 'size' | 'packed'>): void {
  bytes.writeUInt16LE(VERSION, from);
  bytes.writeUInt16LE(FLAGS, from + 2);
  bytes.writeUInt16LE(DEFLATE, from + 4);
  bytes.writeUInt16LE(0, from + 6);
  bytes.writeUInt16LE(DATE, from + 8);
  bytes.writeUInt32LE(crc, from + 10);
  bytes.writeUInt32LE(packed, from + 14);
  bytes.writeUInt32LE(size, from + 18);
}

function endOf({
  count,
  bytes: size,
  at,
}: {
  readonly count: number;
  readonly bytes: number;
  readonly at: number;
}): Buffer {
  const bytes = Buffer.alloc(END_BYTES);
  bytes.writeUInt32LE(END, 0);
  bytes.writeUInt16LE(count, 8);
  bytes.writeUInt16LE(count, 10);
  bytes.writeUInt32LE(size, 12);
  bytes.writeUInt32LE(at, 16);
  return bytes;
}
