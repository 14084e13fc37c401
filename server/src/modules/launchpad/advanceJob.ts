/**
 * What time does to an offer, as due work with a row an offer: it is allotted at its end, its coins are freed after the
 * lock, or everything goes back where it is withdrawn. Each step and each chunk of 200 participants is a transaction
 * that moves the offer's own cursor, so a death in the middle repeats nothing and loses nothing.
 */
import { sql } from 'drizzle-orm';
import type { OfferingId, UserId } from '@halyard/contract/ids';
import { rowsOf, type Transaction } from '../../db/database.ts';
import type { JobOutcome, TransactionJob } from '../../jobs/job.ts';
import type { ExchangeEvent } from '../../events/events.ts';
import type { Clock } from '../../clock.ts';
import { DAY_MS } from '../../durations.ts';
import { allotChunk, passPending, writeShares, type ChunkDone } from './allotOffering.ts';
import { releaseChunk, unlockChunk } from './deliverCoins.ts';
import type { OfferingRecord } from './offeringRow.ts';
import { changeOffering, lockOffering, type OfferingChange } from './offeringsRepository.ts';

export const ADVANCE = 'offers.advance';

/** How long after the end reviews are waited for. */
export const REVIEW_WITHIN_MS = DAY_MS;
/** How often it is looked whether the last one is done. */
const LOOK_EVERY_MS = 1000;

type Tell = (event: ExchangeEvent) => void;
type Step = { readonly tx: Transaction; readonly offer: OfferingRecord; readonly nowMs: number; readonly tell: Tell };

export function createAdvanceJob({ clock }: { readonly clock: Clock }): TransactionJob {
  return {
    name: ADVANCE,
    mode: 'transaction',
    // A transaction posts one batch of ledger entries.
    atOnceMax: 1,
    run: (tx, { key: offerId }, tell) => advance(tx, Number.parseInt(offerId, 10) as OfferingId, clock.nowMs(), tell),
  };
}

/** Does the next step; answers when there is another one. */
async function advance(tx: Transaction, id: OfferingId, nowMs: number, tell: Tell): Promise<JobOutcome> {
  const offer = await lockOffering(tx, id);
  if (offer === undefined) return 'done';
  const step = { tx, offer, nowMs, tell };
  switch (offer.status) {
    case 'subscribing':
      return close(step);
    case 'allotting':
      return work(step, allotChunk, { status: 'locked', doneRow: 0 });
    case 'locked': {
      const unlockMs = Date.parse(offer.unlockAt ?? '');
      return nowMs < unlockMs ? { againAtMs: unlockMs } : work(step, unlockChunk, { status: 'delivered' });
    }
    case 'withdrawing':
      return work(step, releaseChunk, { status: 'withdrawn' });
    case 'delivered':
    case 'withdrawn':
      return 'done';
  }
}

/** At the end, when the last review is done: who gets how much. */
async function close({ tx, offer, nowMs }: Step): Promise<JobOutcome> {
  const { id, terms } = offer;
  const endMs = Date.parse(terms.endAt);
  if (nowMs < endMs) return { againAtMs: endMs };
  const at = new Date(nowMs).toISOString();
  if (nowMs >= endMs + REVIEW_WITHIN_MS) await passPending(tx, offer, at);
  else if (await isAnyPending(tx, id)) return { againInMs: LOOK_EVERY_MS };
  const allotted = await writeShares(tx, offer);
  const unlockAt = new Date(nowMs + terms.lockDays * DAY_MS).toISOString();
  await changeOffering(tx, id, { status: 'allotting', allotted, allottedAt: at, unlockAt }, at);
  return { againInMs: 0 };
}

async function isAnyPending(tx: Transaction, id: OfferingId): Promise<boolean> {
  const rows = await rowsOf(tx, sql`select 1 from subscriptions where offer_id = ${id} and status = 'pending' limit 1`);
  return rows.length > 0;
}

type Chunk = (tx: Transaction, offer: OfferingRecord, at: string) => Promise<ChunkDone>;

/** One chunk; after the last one the offer is what `then` says. */
async function work({ tx, offer, nowMs, tell }: Step, chunk: Chunk, then: OfferingChange): Promise<JobOutcome> {
  const at = new Date(nowMs).toISOString();
  const { users, doneRow, isOver } = await chunk(tx, offer, at);
  await changeOffering(tx, offer.id, isOver ? { doneRow, ...then } : { doneRow }, at);
  notifyAll(users, offer, tell);
  return { againInMs: 0 };
}

function notifyAll(users: readonly UserId[], { currencyId, coinId }: OfferingRecord, tell: Tell): void {
  if (users.length === 0) return;
  for (const userId of users) {
    const balances = [currencyId, coinId].map((id) => ({ kind: 'spot', currencyId: id }) as const);
    tell({ type: 'balances-changed', userId, balances });
    // Of which subscriptions, the list says.
    tell({ type: 'record-changed', userId, record: { subject: 'subscription', id: 0, status: 'passed' } });
  }
  tell({ type: 'events-written' });
}
