/**
 * The last published checkpoint, as a file in the data folder. A checkpoint is published only after it is synced to
 * this file, so that a database that a power loss or a backup has set back is detected, and no other history is signed.
 */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { parseCheckpoint, type Checkpoint } from '@halyard/contract/transparency/note';
import { readPrivateFile, syncFolder, writeThrough } from '../privateFile.ts';

/** A checkpoint with its signed note. */
export type Published = Checkpoint & { readonly text: string };

export type PublishedHead = {
  /** Undefined before the first. Throws a `LogFormatError` when the file is not a checkpoint. */
  read(): Promise<Published | undefined>;
  write(text: string): Promise<void>;
};

/** The published head of a data folder. */
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
