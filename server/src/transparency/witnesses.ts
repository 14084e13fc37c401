/**
 * Requests cosignatures of the log from witnesses: independent machines, which sign that they saw the log grow
 * consistently. A witness that saw another history stops the log.
 */
import * as z from 'zod/mini';
import { toBase64, wholeOf } from '@halyard/contract/transparency/bytes';
import { LogFormatError } from '@halyard/contract/transparency/LineReader';
import {
  FalseSignatureError,
  formatNote,
  formatVkey,
  parseNote,
  verifyNote,
  type NoteSignature,
} from '@halyard/contract/transparency/note';
import { isQuorum, parsePolicy, type KnownWitness, type Policy } from '@halyard/contract/transparency/policy';
import { consistencyProof, type ReadTile } from '@halyard/contract/transparency/tiles';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { FeedLog } from '../market/appendDue.ts';
import { isTradingHalted } from '../market/marketRecord.ts';
import { ConfigError, wholeNumber, type ValuesOf } from '../settings.ts';
import { haltLog, readWitnesses, storeCosigned, storeWitness, type StoredWitness } from './cosigned.ts';
import { readLogNumber } from './logPlaces.ts';
import { tileReader } from './logStore.ts';
import type { Published, PublishedHead } from './publishedHead.ts';

// Settings of the log's witnesses.

export type Witness = KnownWitness & { readonly url: string };
export type WitnessSetting = Pick<Policy, 'groups' | 'quorum'> & { readonly witnesses: readonly Witness[] };

export type WitnessSettings = {
  /** Witnesses that are asked for cosignatures, and their quorum. */
  readonly logWitnesses: WitnessSetting;
  /** Interval of the requests. */
  readonly logWitnessSeconds: number;
  /** Whether options and futures stop while cosignatures are missing. */
  readonly isWitnessRequired: boolean;
};

/** Older cosignatures count as missing. */
const SECONDS_MAX = 120;
const INTERVAL = wholeNumber('seconds', 1, SECONDS_MAX);

/** Expected form of the variables. */
export const WITNESSES_EXPECTED = {
  TRANSPARENCY_WITNESSES:
    'lines of a policy (C2SP tlog-policy) between semicolons, each witness with its URL, such as ' +
    '"witness w1 <vkey> https://witness.example; quorum w1", or empty',
  TRANSPARENCY_WITNESS_SECONDS: INTERVAL.expected,
  TRANSPARENCY_WITNESS_REQUIRED: '0 or 1, and 1 only where TRANSPARENCY_WITNESSES has a quorum',
} as const;

export const NO_WITNESSES: WitnessSetting = { witnesses: [], groups: [], quorum: 'none' };

/** Schema of the variables. */
export const WITNESS_VARIABLES = {
  TRANSPARENCY_WITNESSES: z.optional(z.string().check(z.refine((text) => witnessesOf(text) !== undefined))),
  TRANSPARENCY_WITNESS_SECONDS: INTERVAL.schema,
  TRANSPARENCY_WITNESS_REQUIRED: z.optional(z.enum(['0', '1'])),
};

/** Reads these settings. Throws a {@link ConfigError} when cosignatures are required without a quorum. */
export function witnessSettings(set: ValuesOf<typeof WITNESS_VARIABLES>): WitnessSettings {
  const logWitnesses = witnessesOf(set.TRANSPARENCY_WITNESSES ?? '') ?? NO_WITNESSES;
  const isWitnessRequired = set.TRANSPARENCY_WITNESS_REQUIRED === '1';
  if (isWitnessRequired && logWitnesses.quorum === NO_WITNESSES.quorum)
    throw new ConfigError(`TRANSPARENCY_WITNESS_REQUIRED must be ${WITNESSES_EXPECTED.TRANSPARENCY_WITNESS_REQUIRED}.`);
  return { logWitnesses, logWitnessSeconds: set.TRANSPARENCY_WITNESS_SECONDS ?? 30, isWitnessRequired };
}

/** Parses witnesses; undefined for an invalid text. */
export function witnessesOf(text: string): WitnessSetting | undefined {
  try {
    const lines = text.split(/[;\n]/).map((line) => line.trim());
    const { logs, witnesses, groups, quorum } = parsePolicy(`${lines.join('\n')}\n`);
    const reachable = witnesses.flatMap(({ url, ...witness }) => (isAddress(url) ? { ...witness, url } : []));
    if (logs.length > 0 || reachable.length !== witnesses.length) return undefined;
    return { witnesses: reachable, groups, quorum };
  } catch (error) {
    if (error instanceof LogFormatError) return undefined;
    throw error;
  }
}

function isAddress(url: string | undefined): url is string {
  return url !== undefined && URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
}

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
