/** States of positions that the public log commits to, written in the transaction that changes them. */
import { formatPosition, type ChangeCause } from '@halyard/contract/transparency/positionTerms';
import type { PricePoint } from '@halyard/contract/options/rules';
import type { Transaction } from '../../db/database.ts';
import { commitTo, countCommitted } from '../../transparency/commitments.ts';
import type { Marks } from './accounts.ts';
import type { PositionRecord } from './positionRow.ts';

/** The state of a position after a change, and the last tick that it has seen. */
export type Change = {
  readonly record: PositionRecord;
  readonly cause: ChangeCause;
  readonly tick: PricePoint;
  /** Never before the tick: prices that are replayed faster than real time run ahead of the clock. */
  readonly atMs: number;
  /** The instant of the user's request, for changes that take place at a tick; missing for all others. */
  readonly askedMs?: number | undefined;
};

/** Commits to changes in their order; there may be several of one position. */
export async function commitChanges(tx: Transaction, changes: readonly Change[]): Promise<void> {
  const known = changes.filter(({ cause }) => cause !== 'open' && cause !== 'order').map(({ record }) => record.id);
  const counts = new Map(known.length === 0 ? [] : await countCommitted(tx, 'contract', known));
  const committing = changes.map((change) => {
    const { id } = change.record;
    const number = counts.get(id) ?? 0;
    counts.set(id, number + 1);
    return { subject: { kind: 'contract' as const, id }, terms: committedText(change, number) };
  });
  await commitTo(tx, committing);
}

/** A change at the last tick of its market. */
export function changeAt(record: PositionRecord, cause: ChangeCause, { marks, nowMs }: Moment): Change {
  const tick = marks.get(record.marketId);
  if (tick === undefined) throw new Error(`market ${record.marketId} has no price, though something is open in it`);
  return { record, cause, tick, atMs: Math.max(nowMs, Date.parse(tick.at)) };
}

/** A change by a user's request that a tick carries out, at the instant of the tick. */
export function changeByTick(
  record: PositionRecord,
  cause: ChangeCause,
  { tick, askedMs }: { readonly tick: PricePoint; readonly askedMs: number },
): Change {
  return { record, cause, tick, atMs: Date.parse(tick.at), askedMs };
}

type Moment = { readonly marks: Marks; readonly nowMs: number };

function committedText({ record, cause, tick, atMs, askedMs }: Change, change: number): string {
  const { terms, seriesId, openedAt, nightPaid, closingFrom } = record;
  return formatPosition({
    ...record,
    change,
    cause,
    market: terms.symbol,
    series: seriesId,
    currency: terms.currency,
    lot: terms.lot,
    spread: terms.spread,
    feeRate: terms.feeRate,
    overnightRate: terms.overnightRate,
    closeOutLevel: terms.closeOutLevel,
    profitCap: terms.profitCap,
    pricePlaces: terms.pricePrecision,
    openedMs: openedAt === null ? null : Date.parse(openedAt),
    nightMs: nightPaid === null ? null : Date.parse(nightPaid),
    atMs,
    askedMs: askedMs ?? null,
    closingMs: closingFrom === null ? null : Date.parse(closingFrom),
    tick,
  });
}
