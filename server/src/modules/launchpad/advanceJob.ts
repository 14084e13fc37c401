/**
 * The job of an offering: it is allotted at its end, its coins are unlocked after the lock, or everything is released
 * when it is withdrawn. Each step and each chunk of 200 participants is a transaction that moves the offering's own
 * cursor, so a crash in between repeats and loses nothing.
 */
import { sql } from 'drizzle-orm';
import type { OfferingId, UserId } from '@halyard/contract/ids';
import { rowsOf, type Transaction } from '../../db/database.ts';
import type { JobOutcome, TransactionJob } from '../../jobs/jobsTable.ts';
import type { ExchangeEvent } from '../../events/events.ts';
import type { Clock } from '../../clock.ts';
import { allotChunk, passPending, writeShares, type ChunkDone } from './allotOffering.ts';
import { releaseChunk, unlockChunk } from './deliverCoins.ts';
import type { OfferingRecord } from './offeringRow.ts';
import { changeOffering, lockOffering, type OfferingChange } from './offeringsRepository.ts';

export const ADVANCE = 'offers.advance';

const DAY_MS = 86_400_000;
/** The longest wait for reviews after the end. */
export const REVIEW_WITHIN_MS = DAY_MS;
/** Interval of the check for the last review. */
const LOOK_EVERY_MS = 1000;

type Publish = (event: ExchangeEvent) => void;
type Step = { readonly tx: Transaction; readonly offering: OfferingRecord; readonly nowMs: number; readonly publish: Publish };

export function createAdvanceJob({ clock }: { readonly clock: Clock }): TransactionJob {
  return {
    name: ADVANCE,
    mode: 'transaction',
    // A transaction posts one batch of ledger entries.
    atOnceMax: 1,
    run: (tx, { key: offerId }, publish) => advance(tx, Number.parseInt(offerId, 10) as OfferingId, clock.nowMs(), publish),
  };
}

/** Runs the next step; returns when the following one is due. */
async function advance(tx: Transaction, id: OfferingId, nowMs: number, publish: Publish): Promise<JobOutcome> {
  const offering = await lockOffering(tx, id);
  if (offering === undefined) return 'done';
  const step = { tx, offering, nowMs, publish };
  switch (offering.status) {
    case 'subscribing':
      return close(step);
    case 'allotting':
      return work(step, allotChunk, { status: 'locked', doneRow: 0 });
    case 'locked': {
      const unlockMs = Date.parse(offering.unlockAt ?? '');
      return nowMs < unlockMs ? { againAtMs: unlockMs } : work(step, unlockChunk, { status: 'delivered' });
    }
    case 'withdrawing':
      return work(step, releaseChunk, { status: 'withdrawn' });
    case 'delivered':
    case 'withdrawn':
      return 'done';
  }
}

/** After the end and the last review: computes the allotment. */
async function close({ tx, offering, nowMs }: Step): Promise<JobOutcome> {
  const { id, terms } = offering;
  const endMs = Date.parse(terms.endAt);
  if (nowMs < endMs) return { againAtMs: endMs };
  const at = new Date(nowMs).toISOString();
  if (nowMs >= endMs + REVIEW_WITHIN_MS) await passPending(tx, offering, at);
  else if (await isAnyPending(tx, id)) return { againInMs: LOOK_EVERY_MS };
  const allotted = await writeShares(tx, offering);
  const unlockAt = new Date(nowMs + terms.lockDays * DAY_MS).toISOString();
  await changeOffering(tx, id, { status: 'allotting', allotted, allottedAt: at, unlockAt }, at);
  return { againInMs: 0 };
}

async function isAnyPending(tx: Transaction, id: OfferingId): Promise<boolean> {
  const rows = await rowsOf(tx, sql`select 1 from subscriptions where offer_id = ${id} and status = 'pending' limit 1`);
  return rows.length > 0;
}

type Chunk = (tx: Transaction, offering: OfferingRecord, at: string) => Promise<ChunkDone>;

/** Runs one chunk; after the last one the offering changes to `then`. */
async function work({ tx, offering, nowMs, publish }: Step, chunk: Chunk, then: OfferingChange): Promise<JobOutcome> {
  const at = new Date(nowMs).toISOString();
  const { users, doneRow, isOver } = await chunk(tx, offering, at);
  await changeOffering(tx, offering.id, isOver ? { doneRow, ...then } : { doneRow }, at);
  notifyAll(users, offering, publish);
  return { againInMs: 0 };
}

function notifyAll(users: readonly UserId[], { currencyId, coinId }: OfferingRecord, publish: Publish): void {
  if (users.length === 0) return;
  for (const userId of users) {
    const balances = [currencyId, coinId].map((id) => ({ kind: 'spot', currencyId: id }) as const);
    publish({ type: 'balances-changed', userId, balances });
    // The subscriptions list shows which ones.
    publish({ type: 'record-changed', userId, record: { subject: 'subscription', id: 0, status: 'passed' } });
  }
  publish({ type: 'events-written' });
}
