// Evidence convicts the signer of two histories only: each step is refused for its own reason.
import { describe, expect, it } from 'vitest';
import { entryHash } from './entries.ts';
import { formatEvidence, parseEvidence, shownGrowth, verifyEvidence, type Evidence } from './evidence.ts';
import { ENTRIES, LOG, ORIGIN, publish, signerKey, tilesOf } from '../../testing/logFixtures.ts';
import { parseCheckpoint } from './note.ts';
import { faultOf } from './steps.ts';

const OTHER_KEY = signerKey(ORIGIN, 'log', 5);
const OTHER_LOG = signerKey('halyard.example/log/2027a', 'log', 6);
const FORK = ENTRIES.with(2, ENTRIES[5] ?? '');

/** Evidence that a log has both of these histories. */
async function evidenceOf(
  smaller: readonly string[],
  larger: readonly string[],
  log: Parameters<typeof publish>[1] = {},
): Promise<Evidence> {
  const [one, other] = [await publish(smaller), await publish(larger, log)];
  const leaves = larger.map(entryHash);
  const growth = await shownGrowth(smaller.length, parseCheckpoint(other.checkpoint), tilesOf(leaves));
  return { ...growth, smaller: one.checkpoint, larger: other.checkpoint };
}

function verdictOf(evidence: Evidence, keys = [LOG.key]): string {
  const { isTrue, steps } = verifyEvidence(formatEvidence(evidence), keys);
  const failed = steps.find(({ state }) => state === 'failed');
  expect(isTrue).toBe(failed === undefined);
  return failed === undefined ? 'true' : `${failed.step}: ${failed.reason ?? ''}`;
}

describe('evidence', () => {
  it.each([3, 4, 6, 7])('convicts the signer of another history of %i entries', async (size) => {
    const evidence = await evidenceOf(FORK.slice(0, size), ENTRIES);
    expect(parseEvidence(formatEvidence(evidence))).toEqual(evidence);
    expect(evidence.proof.length > 0).toBe(size < ENTRIES.length);
    expect(verdictOf(evidence)).toBe('true');
    expect(verifyEvidence(formatEvidence(evidence), [LOG.key]).signed).toEqual([{ key: LOG.key }]);
  });

  it.each([1, 5, 7])('convicts no log of %i entries that was continued', async (size) => {
    const evidence = await evidenceOf(ENTRIES.slice(0, size), ENTRIES);
    expect(verdictOf(evidence)).toBe('contradiction: the larger tree continues the smaller one');
  });

  it('convicts no log by hashes that are not of the larger tree', async () => {
    const evidence = await evidenceOf(FORK.slice(0, 5), ENTRIES);
    const due = 'growth: the hashes do not show what the larger tree was before';
    expect(verdictOf({ ...evidence, root: new Uint8Array(32) })).toBe(due);
    expect(verdictOf({ ...evidence, proof: evidence.proof.slice(1) })).toBe(due);
  });

  it('is about one known log, and signed by its key both times', async () => {
    const evidence = await evidenceOf(FORK.slice(0, 5), ENTRIES);
    const ofTwoLogs = await evidenceOf(FORK.slice(0, 5), ENTRIES, { log: OTHER_LOG, origin: OTHER_LOG.key.name });
    const ofTwoKeys = await evidenceOf(FORK.slice(0, 5), ENTRIES, { log: OTHER_KEY });
    const unknown = 'checkpoints: the checkpoints of another log';
    const unsigned = 'signatures: not both are signed by a known key of the log';
    expect(verdictOf(evidence, [OTHER_LOG.key])).toBe(unknown);
    expect(verdictOf(ofTwoLogs)).toBe(unknown);
    expect(verdictOf(ofTwoLogs, [LOG.key, OTHER_LOG.key])).toBe(unknown);
    expect(verdictOf(evidence, [OTHER_KEY.key])).toBe(unsigned);
    expect(verdictOf(ofTwoKeys)).toBe(unsigned);
    expect(verdictOf(ofTwoKeys, [OTHER_KEY.key])).toBe(unsigned);
    expect(verdictOf(ofTwoKeys, [LOG.key, OTHER_KEY.key])).toBe('true');
  });

  it('is a file in its one form', async () => {
    const text = formatEvidence(await evidenceOf(FORK.slice(0, 5), ENTRIES));
    const faults = [
      [text.replace('\nsmaller\n', '\nlesser\n'), 'not evidence with two notes'],
      [text.replace('\nlarger\n', '\ngreater\n'), 'not evidence with two notes'],
      [text.replace('\nlarger\n', '\n').replace('\nroot ', '\nlarger\nroot '), 'not evidence with two notes'],
      [text.replace('v1', 'v2'), 'not the line "halyard/evidence/v1"'],
      [text.replace('\nroot ', '\nRoot '), 'not the line "root"'],
      [text.replace(/root \S+/, 'root AAAA'), 'not 32 bytes'],
      [text.replace(/proof \S+/, 'proof AAAA'), 'not 32 bytes'],
      [text.replace('\nsmaller\n', '\nmore\nsmaller\n'), 'a line too many'],
    ];
    for (const [wrong = '', reason = ''] of faults) expect(faultOf(() => parseEvidence(wrong))).toContain(reason);
  });
});
