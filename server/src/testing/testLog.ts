/** A public log of an existing database, sequenced by the test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SignerKey } from '@halyard/contract/transparency/note';
import type { Policy } from '@halyard/contract/transparency/policy';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { readLogKey } from '../transparency/logKey.ts';
import { publishedHead, type PublishedHead } from '../transparency/publishedHead.ts';
import { createSequencer } from '../transparency/sequencer.ts';

export type TestLog = {
  readonly dataDir: string;
  readonly head: PublishedHead;
  readonly signer: SignerKey;
  /** Trusts the key of the log alone. */
  readonly policy: Policy;
  advance(): Promise<void>;
  /** Sequences as a process does that has just started. */
  reopen(): void;
  close(): void;
};

/** Begins the log. */
export async function openTestLog(db: Database, clock: Clock): Promise<TestLog> {
  const dataDir = mkdtempSync(join(tmpdir(), 'halyard-log-'));
  const head = publishedHead(dataDir);
  const key = await readLogKey(dataDir, undefined);
  const naming = { isSandbox: true, publicUrl: undefined, logOrigin: undefined };
  const newSequencer = () => createSequencer({ db, clock, key, naming, published: head });
  let sequencer = newSequencer();
  await sequencer.advance();
  const signer = key.signer((await head.read())?.origin ?? '');
  return {
    dataDir,
    head,
    signer,
    policy: { logs: [{ key: signer.key }], witnesses: [], groups: [], quorum: 'none' },
    advance: async () => {
      await sequencer.advance();
    },
    reopen: () => {
      sequencer = newSequencer();
    },
    close: () => rmSync(dataDir, { recursive: true }),
  };
}
