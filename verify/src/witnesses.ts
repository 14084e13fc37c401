/**
 * What witnesses say themselves of a log (C2SP tlog-witness): who is shown another tree than they were has found a
 * second history.
 */
import { createHash } from 'node:crypto';
import { utf8Of } from '@halyard/contract/transparency/bytes';
import { parseCheckpoint, type Checkpoint } from '@halyard/contract/transparency/checkpoint';
import { verifyNote } from '@halyard/contract/transparency/note';
import type { KnownWitness, Policy } from '@halyard/contract/transparency/policy';
import { NotUnderstoodError } from './outcome.ts';
import { ask, baseOf } from './remoteLog.ts';

/** The last note of a log that a witness cosigned. Throws for what neither of the two signed. */
export async function readWitnessed(
  { key, name, url = '' }: KnownWitness,
  { logs }: Policy,
  origin: string,
): Promise<{ readonly text: string; readonly checkpoint: Checkpoint }> {
  const hash = createHash('sha256').update(origin).digest('hex');
  const answer = await ask(new URL(`${hash}/checkpoint`, baseOf(url, `witness ${name}`)));
  const text = utf8Of(new Uint8Array(await answer.arrayBuffer())) ?? '';
  const checkpoint = parseCheckpoint(text);
  const logKeys = logs.map((log) => log.key).filter((logKey) => logKey.name === origin);
  const isSigned = [logKeys, [key]].every((keys) => verifyNote(checkpoint.note, keys).length > 0);
  if (checkpoint.origin !== origin || !isSigned)
    throw new NotUnderstoodError(`witness ${name} shows a note that it or the log did not sign`);
  return { text, checkpoint };
}
