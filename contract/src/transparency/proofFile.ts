/** An inclusion proof of an entry as a text of its own (C2SP tlog-proof). */
import { toBase64 } from './bytes.ts';

/** `hashes` from the sibling of the entry upwards; `checkpoint` as it was signed. */
export function formatProof(proof: {
  readonly index: number;
  readonly hashes: readonly Uint8Array[];
  readonly checkpoint: string;
}): string {
  const lines = ['c2sp.org/tlog-proof@v1', `index ${proof.index}`, ...proof.hashes.map(toBase64)];
  return `${lines.join('\n')}\n\n${proof.checkpoint}`;
}
