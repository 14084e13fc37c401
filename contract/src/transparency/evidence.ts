/**
 * Evidence that a log has two histories: two signed notes of which neither continues the other. The log's key and the
 * file suffice to verify it.
 */
import { HASH_BYTES, isSameBytes, toBase64 } from './bytes.ts';
import { LineReader, LogFormatError, readMany } from './LineReader.ts';
import { isConsistent, rootOf } from './merkle.ts';
import { parseCheckpoint, verifyNote, type Checkpoint, type Signed, type VerifierKey } from './note.ts';
import { need, takeSteps, type Step, type Verdict } from './steps.ts';
import { consistencyProof, frontierOf, type ReadTile } from './tiles.ts';

/** Root of the larger note's tree at the size of the smaller one, and the hashes that prove it. */
export type ShownGrowth = { readonly root: Uint8Array; readonly proof: readonly Uint8Array[] };

/** Signed notes, as they were published; `smaller` may have the size of `larger`. */
export type Evidence = ShownGrowth & { readonly smaller: string; readonly larger: string };

const FIRST_LINE = 'halyard/evidence/v1';
const SMALLER = '\nsmaller\n';
const LARGER = '\nlarger\n';

/** State of a tree at an older size, from its tiles. */
export async function shownGrowth(
  oldSize: number,
  { size, root }: Pick<Checkpoint, 'size' | 'root'>,
  readTile: ReadTile,
): Promise<ShownGrowth> {
  if (oldSize === size) return { root, proof: [] };
  const proof = await consistencyProof(oldSize, size, readTile);
  return { root: rootOf(await frontierOf(oldSize, readTile)), proof };
}

/** The file. */
export function formatEvidence({ root, proof, smaller, larger }: Evidence): string {
  const lines = [FIRST_LINE, `root ${toBase64(root)}`, ...proof.map((hash) => `proof ${toBase64(hash)}`)];
  return `${lines.join('\n')}${SMALLER}${smaller.slice(0, -1)}${LARGER}${larger}`;
}

/** Reads the file. Throws a {@link LogFormatError}. */
export function parseEvidence(text: string): Evidence {
  const [smallerAt, largerAt] = [text.indexOf(SMALLER), text.lastIndexOf(LARGER)];
  if (smallerAt < 0 || largerAt < smallerAt) throw new LogFormatError(0, 'not evidence with two notes');
  const lines = new LineReader(text.slice(0, smallerAt + 1));
  lines.line(FIRST_LINE);
  const root = lines.line('root').bytes(HASH_BYTES);
  const proof = readMany(lines, () => lines.line('proof').bytes(HASH_BYTES), 'proof');
  lines.end();
  const smaller = text.slice(smallerAt + SMALLER.length, largerAt + 1);
  return { root, proof, smaller, larger: text.slice(largerAt + LARGER.length) };
}

type Found = {
  text: string;
  keys: readonly VerifierKey[];
  evidence: Evidence;
  smaller: Checkpoint;
  larger: Checkpoint;
  signed: readonly Signed[];
};

const STEPS = [
  ['format', ({ text }: Found) => ({ evidence: parseEvidence(text) })],
  [
    'checkpoints',
    ({ evidence, keys }: Found) => {
      const [smaller, larger] = [parseCheckpoint(evidence.smaller), parseCheckpoint(evidence.larger)];
      const isOfLog = [smaller, larger].every(({ origin }) => keys.some(({ name }) => name === origin));
      need(isOfLog && smaller.origin === larger.origin, 'the checkpoints of another log');
      return { smaller, larger };
    },
  ],
  [
    'signatures',
    ({ smaller, larger, keys }: Found) => {
      const [one, other] = [verifyNote(smaller.note, keys), verifyNote(larger.note, keys)];
      need(one.length > 0 && other.length > 0, 'not both are signed by a known key of the log');
      return { signed: one };
    },
  ],
  [
    'growth',
    ({ evidence: { root, proof }, smaller, larger }: Found) => {
      const isShown = isConsistent(
        { oldSize: smaller.size, oldRoot: root, size: larger.size, root: larger.root },
        proof,
      );
      need(isShown, 'the hashes do not show what the larger tree was before');
      return {};
    },
  ],
  [
    'contradiction',
    ({ evidence: { root }, smaller }: Found) => {
      need(!isSameBytes(root, smaller.root), 'the larger tree continues the smaller one');
      return {};
    },
  ],
] as const satisfies readonly Step<string, Found>[];

type EvidenceStep = (typeof STEPS)[number][0];

/** Whether a file proves that the owner of a key signed two histories. */
export function verifyEvidence(
  text: string,
  keys: readonly VerifierKey[],
): Verdict<EvidenceStep> & { readonly signed: readonly Signed[] } {
  const { isTrue, steps, found } = takeSteps<EvidenceStep, Found>(STEPS, { text, keys });
  return { isTrue, steps, signed: found.signed ?? [] };
}
