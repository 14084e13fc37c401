/**
 * Requests cosignatures of the log from witnesses: independent machines, which sign that they saw the log grow
 * consistently. A witness that saw another history stops the log.
 */
import {
  formatNote,
  type NoteSignature,
  FalseSignatureError,
  parseNote,
  verifyNote,
} from '@halyard/contract/transparency/note';
import { formatVkey } from '@halyard/contract/transparency/keys';
import { isQuorum } from '@halyard/contract/transparency/policy';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { FeedLog } from '../market/appendDue.ts';
import { isTradingHalted } from '../market/marketStatus.ts';
import { haltLog, storeCosigned, storeWitness, readWitnesses, type StoredWitness } from './cosigned.ts';
import { tileReader } from './logStore.ts';
import { readLogNumber } from './logSuccessors.ts';
import type { Published, PublishedHead } from './publishedHead.ts';
import type { Witness, WitnessSetting } from './witnessSetting.ts';
import { toBase64, wholeOf } from '@halyard/contract/transparency/bytes';
import { LogFormatError } from '@halyard/contract/transparency/LogFormatError';
import { consistencyProof, type ReadTile } from '@halyard/contract/transparency/tiles';

export type WitnessDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: FeedLog;
  readonly published: PublishedHead;
  readonly setting: WitnessSetting;
  readonly everyMs: number;
};

export type Witnesses = {
  readonly everyMs: number;
  /**
   * Sends the last published checkpoint to all witnesses. Never waits long for one that does not answer; when aborted,
   * stores nothing.
   */
  ask(signal: AbortSignal): Promise<void>;
};

type Asked = { readonly witness: Witness; readonly answer: WitnessAnswer };

/** Creates the client. Without witnesses it does nothing. */
export function createWitnesses({ everyMs, ...deps }: WitnessDeps): Witnesses {
  return { everyMs, ask: (signal) => askAll(deps, signal) };
}

type AskDeps = Omit<WitnessDeps, 'everyMs'>;

async function askAll(deps: AskDeps, signal: AbortSignal): Promise<void> {
  const { db, clock, published, setting } = deps;
  if (setting.witnesses.length === 0 || (await isTradingHalted(db))) return;
  const head = await published.read();
  if (head === undefined) return;
  const number = await readLogNumber(db, head.origin);
  const known = new Map((await readWitnesses(db, number)).map((stored) => [stored.vkey, stored]));
  const readTile = tileReader(db, number);
  const asked = await Promise.all(
    setting.witnesses.map(async (witness) => {
      const oldSize = known.get(formatVkey(witness.key))?.size ?? 0;
      return {
        witness,
        answer: await askWitness(witness, { published: head, oldSize, readTile, nowMs: clock.nowMs(), signal }),
      };
    }),
  );
  if (!signal.aborted) await store(deps, number, head, asked);
}

async function store(deps: AskDeps, number: number, head: Published, asked: readonly Asked[]): Promise<void> {
  const { db, clock, setting } = deps;
  // Another node may have logged and published more while this one waited for answers.
  const size = (await deps.published.read())?.size ?? 0;
  const judged = asked.filter(({ answer }) => !(answer.state === 'conflict' && (answer.seenSize ?? size + 1) <= size));
  const reason = judged.map(reasonOf).find((text) => text !== undefined);
  const cosigned = judged.flatMap(({ witness, answer }) => (answer.state === 'ok' ? { witness, ...answer } : []));
  const isEnough =
    cosigned.length > 0 &&
    isQuorum(
      { ...setting, logs: [] },
      cosigned.map(({ witness }) => witness.key),
    );
  await db.transaction(async (tx) => {
    for (const one of judged) await storeWitness(tx, number, storedOf(one, head.size));
    if (reason !== undefined) await haltLog(tx, number, { reason, stopsMoney: false }, clock.nowMs());
    if (!isEnough) return;
    const note = withCosignatures(
      head,
      cosigned.map(({ cosignature }) => cosignature),
    );
    const cosignedAtMs = Math.min(...cosigned.map((one) => one.cosignedAtMs));
    await storeCosigned(tx, number, { size: head.size, note, cosignedAtMs });
  });
  report(deps, judged, reason);
}

function withCosignatures({ note }: Published, cosignatures: readonly NoteSignature[]): string {
  return formatNote({ ...note, signatures: [...note.signatures, ...cosignatures] });
}

function storedOf({ witness, answer }: Asked, size: number): StoredWitness {
  const cosigned =
    answer.state === 'ok' ? { size, cosignedAtMs: answer.cosignedAtMs } : { size: null, cosignedAtMs: null };
  return { vkey: formatVkey(witness.key), state: answer.state, ...cosigned };
}

function reasonOf({ witness, answer }: Asked): string | undefined {
  if (answer.state !== 'conflict') return undefined;
  const what =
    answer.seenSize === undefined
      ? 'has seen another history of the public log'
      : `has seen ${answer.seenSize} entries of the public log, which are not all here: this is an older database`;
  return `The witness ${witness.name} ${what}. Nothing is sealed, nor bought: see "Witnesses" in docs/operator.md.`;
}

function report({ log }: AskDeps, asked: readonly Asked[], reason: string | undefined): void {
  if (reason !== undefined) log.error({ err: new Error(reason) }, 'the public log is stopped');
  for (const { witness, answer } of asked) {
    if (answer.state === 'silent' || answer.state === 'refused')
      log.warn({ witness: witness.name, reason: answer.reason }, 'a witness does not cosign the public log');
  }
}

// Requests a cosignature from a witness (C2SP tlog-witness, `add-checkpoint`), and evaluates the answer.

/** Answer of a witness. */
type WitnessAnswer =
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
async function askWitness(witness: Witness, asking: Asking): Promise<WitnessAnswer> {
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
