/** First verification steps of every file with entries of the log. */
import { parseCheckpoint, type Checkpoint } from './checkpoint.ts';
import { entryHash } from './entries.ts';
import { entryName } from './entryName.ts';
import { isIncluded } from './merkle.ts';
import { verifyNote, type Signed } from './note.ts';
import { isQuorum, type Policy } from './policy.ts';
import { need, type Step } from './steps.ts';

/** An entry of the log, with the hashes from its sibling upwards. */
export type ProvenEntry = { readonly index: number; readonly text: string; readonly proof: readonly Uint8Array[] };

/** Entries and checkpoint of a file. */
export type ReceiptFile = {
  readonly entries: readonly ProvenEntry[];
  /** The signed note, as it was published. */
  readonly checkpoint: string;
};

export type LoggedEntries = {
  /** Keys that the verifier trusts. */
  policy: Policy;
  file: ReceiptFile;
  checkpoint: Checkpoint;
  /** Verified signatures, those of the log before those of witnesses with their times. */
  signed: readonly Signed[];
};

type LoggedReceiptStepName = 'checkpoint' | 'signature' | 'witnesses' | 'inclusion';
type Take = (found: LoggedEntries) => Partial<Pick<LoggedEntries, 'checkpoint' | 'signed'>>;

const readHead: Take = ({ file, policy }) => {
  const checkpoint = parseCheckpoint(file.checkpoint);
  const isKnown = policy.logs.some(({ key }) => key.name === checkpoint.origin);
  need(isKnown, 'the checkpoint of another log');
  return { checkpoint };
};

const checkSignature: Take = ({ checkpoint, policy }) => {
  const keys = policy.logs.map(({ key }) => key).filter(({ name }) => name === checkpoint.origin);
  const signed = verifyNote(checkpoint.note, keys);
  need(signed.length > 0, 'no signature of a known key of the log');
  return { signed };
};

const checkWitnesses: Take = ({ checkpoint, policy, signed }) => {
  const witnesses = policy.witnesses.map(({ key }) => key);
  const cosigned = verifyNote(checkpoint.note, witnesses);
  const cosigners = cosigned.map(({ key }) => key);
  need(isQuorum(policy, cosigners), 'not the witnesses that the policy asks for');
  return { signed: [...signed, ...cosigned] };
};

const checkInclusion: Take = ({ file: { entries }, checkpoint: { size, root } }) => {
  need(new Set(entries.map(({ index }) => index)).size === entries.length, 'an entry twice');
  for (const { index, text, proof } of entries)
    need(
      isIncluded({ index, size, leaf: entryHash(text), root }, proof),
      `${entryName(index, text)} is not in the tree`,
    );
  return {};
};

export const LOGGED_STEPS = [
  ['checkpoint', readHead],
  ['signature', checkSignature],
  ['witnesses', checkWitnesses],
  ['inclusion', checkInclusion],
] as const satisfies readonly Step<LoggedReceiptStepName, LoggedEntries>[];
