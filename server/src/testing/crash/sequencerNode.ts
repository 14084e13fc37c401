/**
 * A node with only prices, commitments and the sequencer of the public log, until it is killed: `<plan as JSON>`.
 * Prints when it has sequenced for the first time, and goes on without a pause.
 */
import { decimal } from '@halyard/contract/money';
import { openDatabase, type DatabaseLocation } from '../../db/connect.ts';
import { appendTicks, readPosition, TickLogMovedError } from '../../market/series.ts';
import { commitTo } from '../../transparency/commitments.ts';
import { readLogKey } from '../../transparency/logKey.ts';
import { publishedHead } from '../../transparency/publishedHead.ts';
import { createSequencer } from '../../transparency/sequencer.ts';

/** `dataDir`: folder of the key and the last checkpoint. `offMs`: error of the node's clock. */
export type SequencerNodePlan = {
  readonly location: DatabaseLocation;
  readonly dataDir: string;
  readonly seriesId: number;
  readonly offMs: number;
};

const plan = JSON.parse(process.argv[2] ?? '') as SequencerNodePlan;
const { db } = await openDatabase(plan.location);
const clock = { nowMs: () => Date.now() + plan.offMs };
const naming = { isSandbox: true, publicUrl: undefined, logOrigin: undefined };
const key = await readLogKey(plan.dataDir, undefined);
const sequencer = createSequencer({ db, clock, key, naming, published: publishedHead(plan.dataDir) });

/** A price, and terms with a commitment. */
async function sayNext(): Promise<void> {
  await db.transaction(async (tx) => {
    const { lastSeq, lastAtMs = 0 } = await readPosition(tx, plan.seriesId);
    const at = new Date(Math.max(clock.nowMs(), lastAtMs)).toISOString();
    const tick = { at, price: decimal(`${60_000 + lastSeq}`), quantity: decimal('1') };
    await appendTicks(tx, plan.seriesId, [tick], { after: lastSeq });
    await commitTo(tx, [{ subject: { kind: 'option', id: lastSeq }, terms: `terms ${lastSeq}\n` }]);
  });
}

for (let rounds = 0; ; rounds += 1) {
  await sayNext().catch((error: unknown) => {
    // The other node was faster.
    if (!(error instanceof TickLogMovedError)) throw error;
  });
  await sequencer.advance();
  if (rounds === 0) process.stdout.write('begun');
}
