/** A short root for two people to compare: the root of the log at a size that both know. */
import { isSameBytes } from '@halyard/contract/transparency/bytes';
import { shownGrowth } from '@halyard/contract/transparency/evidence';
import { isConsistent } from '@halyard/contract/transparency/merkle';
import { parseCheckpoint } from '@halyard/contract/transparency/note';
import { UnreachableError, type RemoteLog } from './remoteLog.ts';

export type ComparedRoot = { readonly size: number; readonly letters: string };

const LETTERS = 16;
/** Two devices show the same root for some hours; a young log uses smaller steps. */
const STEPS = [10_000, 100, 1] as const;

/** The root in 16 letters, proven to belong to the checkpoint's tree. Throws errors that `isUnread` recognises. */
export async function comparedRoot(note: string, remote: RemoteLog): Promise<ComparedRoot> {
  const head = parseCheckpoint(note);
  const step = STEPS.find((each) => head.size >= each) ?? 1;
  const size = head.size - (head.size % step);
  const { root, proof } = await shownGrowth(size, head, remote.tile);
  const isShown = isConsistent({ oldSize: size, oldRoot: root, size: head.size, root: head.root }, proof);
  if (!isShown || (size === head.size && !isSameBytes(root, head.root)))
    throw new UnreachableError('the tiles are not of this tree');
  const hex = [...root].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { size, letters: (hex.slice(0, LETTERS).match(/.{4}/g) ?? []).join(' ') };
}
