/**
 * Requests cosignatures of the log from witnesses: independent machines, which sign that they saw the log grow
 * consistently. A witness that saw another history stops the log.
 */
import { formatNote, type NoteSignature } from '@halyard/contract/transparency/note';
import { formatVkey } from '@halyard/contract/transparency/keys';
import { isQuorum } from '@halyard/contract/transparency/policy';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { FeedLog } from '../market/appendDue.ts';
import { isTradingHalted } from '../market/marketStatus.ts';
import { askWitness, type WitnessAnswer } from './askWitness.ts';
import { haltLog, storeCosigned, storeWitness, readWitnesses, type StoredWitness } from './cosigned.ts';
import { tileReader } from './logStore.ts';
import { readLogNumber } from './logSuccessors.ts';
import type { Published, PublishedHead } from './publishedHead.ts';
import type { Witness, WitnessSetting } from './witnessSetting.ts';

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
