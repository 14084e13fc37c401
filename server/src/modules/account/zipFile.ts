/** Writing a ZIP archive to disk, entry by entry, in constant memory. */
import { createWriteStream } from 'node:fs';
import { addAbortSignal, Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file of an archive; its name has slashes for folders. */
export type ZipEntry = {
  readonly name: string;
  readonly pieces: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;
};

const FILE_MODE = 0o600;
/** The first time of the format: an archive has no time of its own. */
const ENTRY = { mode: 0o100_000 + FILE_MODE, mtime: new Date(0), forceDosTimestamp: true };

/** Resolves to the size of the archive when it is on the disk. Fails when the file exists, and after `signal`. */
export async function writeZip(path: string, entries: AsyncIterable<ZipEntry>, signal: AbortSignal): Promise<number> {
  const zip = new ZipFile();
  const file = createWriteStream(path, { flags: 'wx', mode: FILE_MODE, flush: true });
  const failed = new AbortController();
  // Reading and writing end each other; the first failure stays the reason.
  const fail = (error: unknown) => failed.abort(error);
  const either = AbortSignal.any([signal, failed.signal]);
  await Promise.all([
    addAll(zip, entries, either).catch(fail),
    pipeline(zip.outputStream, file, { signal: either }).catch(fail),
  ]);
  failed.signal.throwIfAborted();
  return file.bytesWritten;
}

/** The archive takes an entry as fast as it is written, and one after the other. */
async function addAll(zip: ZipFile, entries: AsyncIterable<ZipEntry>, signal: AbortSignal): Promise<void> {
  for await (const { name, pieces } of entries) {
    // Bytes, because a stream of objects would count pieces in place of them.
    const source = addAbortSignal(signal, Readable.from(pieces, { objectMode: false }));
    zip.addReadStream(source, name, ENTRY);
    await finished(source);
  }
  zip.end();
}
