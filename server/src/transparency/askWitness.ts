/** Requests a cosignature from a witness (C2SP tlog-witness, `add-checkpoint`), and evaluates the answer. */
import { toBase64, wholeOf } from '@halyard/contract/transparency/bytes';
import { LogFormatError } from '@halyard/contract/transparency/LogFormatError';
import { FalseSignatureError, parseNote, verifyNote, type NoteSignature } from '@halyard/contract/transparency/note';
import { consistencyProof, type ReadTile } from '@halyard/contract/transparency/tiles';
import type { Published } from './publishedHead.ts';
import type { Witness } from './witnessSetting.ts';

/** Answer of a witness. */
export type WitnessAnswer =
  | { readonly state: 'ok'; readonly cosignature: NoteSignature; readonly cosignedAtMs: number }
  /** No answer. */
  | { readonly state: 'silent'; readonly reason: string }
  /** An answer without a valid cosignature. */
  | { readonly state: 'refused'; readonly reason: string }
  /** The witness saw another history, or a longer one with `seenSize` entries. */
  | { readonly state: 'conflict'; readonly seenSize?: number };

type Asking = {
  readonly published: Published;
  /** Number of entries that the witness saw before, as far as known. */
  readonly oldSize: number;
  readonly readTile: ReadTile;
  readonly nowMs: number;
  /** Aborts when the answer is no longer needed. */
  readonly signal: AbortSignal;
};

/** Longer than a healthy witness needs; no other work waits for it. */
const ANSWER_MS = 5000;
const ANSWER_BYTES_MAX = 16_384;
/** A clock that is further ahead is wrong or manipulated. */
const AHEAD_MAX_MS = 60_000;
const TRIES = 3;

/** Sends the request; repeats it when the witness saw another size than assumed. */
export async function askWitness(witness: Witness, asking: Asking): Promise<WitnessAnswer> {
  const { published } = asking;
  // A witness that saw more entries than are published here reports that itself.
  let oldSize = Math.min(asking.oldSize, published.size);
  for (let tried = 0; tried < TRIES; tried += 1) {
    const answer = await post(witness, await requestText({ ...asking, oldSize }), asking.signal);
    if (answer === undefined) return { state: 'silent', reason: 'no answer' };
    const { status, text } = answer;
    if (status === 200) return evaluate(witness, asking, text);
    if (status === 422) return { state: 'conflict' };
    if (status !== 409) return { state: 'refused', reason: `it answers ${status}` };
    const seen = text.endsWith('\n') ? wholeOf(text.slice(0, -1)) : undefined;
    if (seen === undefined) return { state: 'refused', reason: 'it does not say what it saw' };
    if (seen > published.size) return { state: 'conflict', seenSize: seen };
    // The request started from this size, so the witness saw another root for it.
    if (seen === published.size && seen === oldSize) return { state: 'conflict' };
    oldSize = seen;
  }
  return { state: 'refused', reason: 'it says each time that it saw something else' };
}

async function requestText({ published, oldSize, readTile }: Asking): Promise<string> {
  const proof = await consistencyProof(oldSize, published.size, readTile);
  return `old ${oldSize}\n${proof.map((hash) => `${toBase64(hash)}\n`).join('')}\n${published.text}`;
}

/** Undefined when there is no answer in time, or a too large one. */
async function post(
  { url }: Witness,
  body: string,
  signal: AbortSignal,
): Promise<{ status: number; text: string } | undefined> {
  try {
    const answer = await fetch(`${url.replace(/\/+$/, '')}/add-checkpoint`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
    });
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of answer.body ?? []) {
      bytes += chunk.length;
      if (bytes > ANSWER_BYTES_MAX) return undefined;
      chunks.push(chunk);
    }
    return { status: answer.status, text: Buffer.concat(chunks).toString('utf8') };
  } catch {
    return undefined;
  }
}

function evaluate({ key }: Witness, { published, nowMs }: Asking, lines: string): WitnessAnswer {
  try {
    const { text, signatures } = parseNote(`${published.note.text}\n${lines}`);
    const [signed] = verifyNote({ text, signatures }, [key]);
    const cosignature = signatures.find(({ name, keyId }) => name === key.name && keyId === key.id);
    if (signed?.atSeconds === undefined || cosignature === undefined)
      return { state: 'refused', reason: 'it sends no cosignature of its key' };
    const cosignedAtMs = signed.atSeconds * 1000;
    if (cosignedAtMs === 0 || cosignedAtMs > nowMs + AHEAD_MAX_MS)
      return { state: 'refused', reason: 'the time of its cosignature is wrong' };
    return { state: 'ok', cosignature, cosignedAtMs };
  } catch (error) {
    if (error instanceof FalseSignatureError) return { state: 'refused', reason: 'its cosignature is false' };
    if (error instanceof LogFormatError) return { state: 'refused', reason: 'it sends no signatures' };
    throw error;
  }
}
