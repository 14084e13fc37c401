/** Reads and writes ustar archives, so that any `tar` opens an unencrypted backup. */
import { BackupError } from './backupError.ts';
import type { ByteReader } from './byteReader.ts';

/** A file, or a folder with `size` 0. Names are relative, with slashes. */
export type TarEntry = { readonly name: string; readonly isFolder: boolean; readonly size: number };

const BLOCK = 512;
const NAME_BYTES = 100;
/** Octal, so a file must be smaller than 8 GiB: those of the database have at most 1 GiB. */
const SIZE_DIGITS = 11;
const SIZE_AT = 124;
const CHECKSUM_AT = 148;
const TYPE_AT = 156;
const FOLDER = '5';
const FILE = '0';

/** Two blocks of zeros. */
export const TAR_END: Buffer = Buffer.alloc(2 * BLOCK);

/** The block before a file's bytes. */
export function tarHeader({ name, isFolder, size }: TarEntry): Buffer {
  if (Buffer.byteLength(name) > NAME_BYTES) throw new BackupError(`The name ${name} is too long for a backup.`);
  const block = Buffer.alloc(BLOCK);
  block.write(name);
  block.write(isFolder ? '0000700\0' : '0000600\0', NAME_BYTES);
  // No owner: the user who unpacks it becomes the owner.
  block.write('0000000\0'.repeat(2), 108);
  block.write(`${size.toString(8).padStart(SIZE_DIGITS, '0')}\0`, SIZE_AT);
  block.write('00000000000\0', 136);
  block.write(isFolder ? FOLDER : FILE, TYPE_AT);
  block.write('ustar\x0000', 257);
  block.write(`${checksumOf(block)}\0 `, CHECKSUM_AT);
  return block;
}

/** The zeros after a file's bytes. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

/**
 * Passes each entry with its bytes to `take`, which must read them to their end. Throws a {@link BackupError} for an
 * incomplete archive.
 */
export async function readTar(
  reader: ByteReader,
  take: (entry: TarEntry, content: AsyncGenerator<Buffer>) => Promise<void>,
): Promise<void> {
  for (;;) {
    const block = await reader.read(BLOCK);
    if (block.length < BLOCK) throw notWhole();
    if (block.every((byte) => byte === 0)) return;
    const entry = entryOf(block);
    let taken = 0;
    const count = async function* () {
      for await (const part of reader.stream(entry.size)) {
        taken += part.length;
        yield part;
      }
    };
    await take(entry, count());
    if (taken !== entry.size) throw notWhole();
    await reader.read(tarPadding(entry.size).length);
  }
}

function entryOf(block: Buffer): TarEntry {
  if (block.toString('latin1', CHECKSUM_AT, CHECKSUM_AT + 6) !== checksumOf(block)) throw notWhole();
  const digits = block.toString('latin1', SIZE_AT, SIZE_AT + SIZE_DIGITS);
  const size = Number.parseInt(digits, 8);
  const [name = ''] = block.toString('utf8', 0, NAME_BYTES).split('\0', 1);
  return { name, size, isFolder: block.toString('latin1', TYPE_AT, TYPE_AT + 1) === FOLDER };
}

/** Six octal digits, of the block with spaces in their place. */
function checksumOf(block: Buffer): string {
  let sum = 8 * 0x20;
  for (const [at, byte] of block.entries()) if (at < CHECKSUM_AT || at >= CHECKSUM_AT + 8) sum += byte;
  return sum.toString(8).padStart(6, '0');
}

function notWhole(): BackupError {
  return new BackupError('The backup is not whole, or was changed: use another one.');
}
