/**
 * What was published last, as a file beside the data. A checkpoint is shown to nobody before it is there, written
 * through to the disk: a database that a power cut or a backup took back is found out by it, and never signs another
 * history.
 */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { parseCheckpoint, type Checkpoint } from '@halyard/contract/transparency/checkpoint';
import { readPrivateFile, syncFolder, writeThrough } from '../privateFile.ts';

/** A checkpoint with the note that it is, as it was signed. */
export type Published = Checkpoint & { readonly text: string };

export type PublishedHead = {
  /** Undefined before the first. Throws a `LogFormatError` when the file is no checkpoint. */
  read(): Promise<Published | undefined>;
  write(text: string): Promise<void>;
};

/** The one of a data folder. */
export function publishedHead(dataDir: string): PublishedHead {
  const path = join(dataDir, 'log.last');
  return {
    read: async () => {
      const text = await readPrivateFile(path);
      return text === undefined ? undefined : { ...parseCheckpoint(text), text };
    },
    write: async (text) => {
      const draft = `${path}.new`;
      await writeThrough(draft, text);
      await rename(draft, path);
      await syncFolder(dataDir);
    },
  };
}
