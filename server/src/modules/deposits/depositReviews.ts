/** Operator reviews of deposits. */
import { sql } from 'drizzle-orm';
import { decimal, negate, ZERO, type Decimal } from '@halyard/contract/money';
import { REVIEW_REASONS } from '@halyard/contract/reviewReasons';
import { isoText, rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { requireUnusedPayment, requireWithinDay } from '../../operator/payment.ts';
import type { RecordSheet, ReviewQueue } from '../../operator/reviewCommands.ts';
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import { postEntries, type LedgerEntry } from '../../ledger/ledger.ts';
import { writeAudit, type Reviewer } from '../../operator/audit.ts';
import {
  auditReason,
  onePayment,
  reasonOf,
  requirePending,
  type Decision,
  type ReviewPlace,
} from '../../operator/review.ts';
import { writeUserEvent } from '../../events/userEvents.ts';
import { formatInstant, reviewClause, type Listing } from '../../operator/text.ts';
import { closeDeposit, lockDeposit } from './depositRepository.ts';

type Line = {
  readonly id: number;
  readonly userId: number;
  readonly account: string | null;
  readonly channel: string;
  readonly chain: string | null;
  readonly amount: Decimal;
  readonly settlement: string;
  readonly status: string;
  readonly createdAt: string;
};

type Row = Omit<Line, 'amount'> & { readonly amount: string };
type Detail = {
  readonly address: string | null;
  readonly payer: string | null;
  readonly sentPaymentId: string | null;
  /** Null once the ended account of the user is forgotten. */
  readonly proofId: string | null;
  readonly rejectReason: string | null;
  readonly paymentId: string | null;
  readonly reviewedAt: string | null;
};

const COLUMNS = sql`r.id, r.user_id as "userId", coalesce(u.email, u.phone) as account, c.name as channel, r.chain,
  r.amount::text as amount, s.name as settlement, r.status, ${isoText(sql`r.created_at`)} as "createdAt"`;
const SOURCE = sql`deposits r join users u on u.id = r.user_id
  join funding_channels c on c.id = r.channel_id join currencies s on s.id = c.currency_id`;

export const DEPOSIT_REVIEWS: ReviewQueue<Line, Line & RecordSheet> = {
  group: 'deposits',
  subject: 'deposit',
  table: 'deposits',
  statuses: ['pending', 'passed', 'rejected'],
  titles: ['id', 'user', 'account', 'channel', 'chain', 'amount', 'in', 'status', 'declared (UTC)'],
  cellsOf: (line) => [
    line.id,
    line.userId,
    line.account,
    line.channel,
    line.chain,
    line.amount,
    line.settlement,
    line.status,
    formatInstant(line.createdAt),
  ],
  summaries: {
    approve: 'the money has arrived: credit it to the spot account',
    reject: 'credit nothing',
  },
  list: listDeposits,
  read: readDeposit,
  money: 'deposits',
  review: reviewDeposit,
  sandboxRule: {
    mark: sql`amount::text`,
    refusalOf: (amount) =>
      amount !== null && decimal(amount).endsWith('.13') ? REVIEW_REASONS.SANDBOX_DEPOSIT : undefined,
  },
};

async function listDeposits(reader: Reader, listing: Listing): Promise<Line[]> {
  const rows = await rowsOf<Row>(reader, sql`select ${COLUMNS} from ${SOURCE} ${reviewClause(listing)}`);
  return rows.map(lineOf);
}

async function readDeposit(reader: Reader, id: number): Promise<(Line & RecordSheet) | undefined> {
  const [row] = await rowsOf<Row & Detail>(
    reader,
    sql`select ${COLUMNS}, r.address, r.payer, r.sent_payment_id as "sentPaymentId", r.proof_id as "proofId", r.reject_reason as "rejectReason", r.payment_id as "paymentId",
        ${isoText(sql`r.reviewed_at`)} as "reviewedAt"
      from ${SOURCE} where r.id = ${id}`,
  );
  if (row === undefined) return undefined;
  const { proofId, ...detail } = row;
  const deposit = { ...detail, ...lineOf(row) };
  return { ...deposit, fields: fieldsOf(deposit), uploads: proofId === null ? {} : { proof: proofId } };
}

function fieldsOf(deposit: Line & Omit<Detail, 'proofId'>): RecordSheet['fields'] {
  return [
    ['deposit', deposit.id],
    ['status', deposit.status],
    ['user', deposit.userId],
    ['account', deposit.account],
    ['channel', deposit.channel],
    ['chain', deposit.chain],
    ['address', deposit.address],
    ['amount', `${deposit.amount} ${deposit.settlement}`],
    ['payer', deposit.payer],
    ['payment as sent', deposit.sentPaymentId],
    ['declared (UTC)', formatInstant(deposit.createdAt)],
    ['reviewed (UTC)', formatInstant(deposit.reviewedAt)],
    ['payment', deposit.paymentId],
    ['reason', deposit.rejectReason],
  ];
}

function lineOf({ amount, ...row }: Row): Line {
  const { id, userId, account, channel, chain, settlement, status, createdAt } = row;
  return { id, userId, account, channel, chain, amount: decimal(amount), settlement, status, createdAt };
}

// Review of a deposit by an operator, or by the sandbox's autopilot.

/**
 * Approves a deposit, which credits its amount to the user's spot account, or rejects it; once. Ledger, status,
 * notification and audit log are one transaction. Throws `ReviewError` when it is missing or already decided, for a
 * rejection without a reason, and for an amount that one operator may not approve alone.
 */
export async function reviewDeposit(deps: ReviewPlace, decision: Decision, reviewer: Reviewer): Promise<void> {
  const reason = reasonOf(decision);
  const isPassed = decision.decision === 'approve';
  const status = isPassed ? 'passed' : 'rejected';
  const payment = decision.decision === 'approve' ? decision.payment : undefined;
  const review = async (tx: Transaction) => {
    const deposit = requirePending(await lockDeposit(tx, decision.id), `deposit ${decision.id}`);
    if (isPassed) await requireWithinDay(tx, { table: 'deposits', ...deposit }, deps.alone);
    await requireUnusedPayment(tx, { table: 'deposits', id: deposit.id, payment });
    if (isPassed) await postEntries(tx, [creditOf(deposit)]);
    const at = new Date(deps.clock.nowMs()).toISOString();
    await closeDeposit(tx, deposit.id, { status, reason, at, payment });
    const { id: ref, userId, amount, currencyId, currency } = deposit;
    const facts = { subject: 'deposit', status, amount, currencyId, currency, reason } as const;
    await writeUserEvent(tx, { userId, ref, at, facts });
    const subject = `deposit:${deposit.id}`;
    await writeAudit(tx, reviewer, {
      action: `deposits.${decision.decision}`,
      subject,
      ...auditReason(reason, payment),
    });
  };
  await onePayment('deposits_payment', () => deps.db.transaction(review));
}

type Credit = {
  readonly id: number;
  readonly userId: UserId;
  readonly currencyId: CurrencyId;
  readonly amount: Decimal;
};

function creditOf({ id, userId, currencyId, amount }: Credit): LedgerEntry {
  return {
    kind: 'deposit',
    reference: `deposit:${id}`,
    postings: [
      { account: { house: 'outside', currencyId }, available: negate(amount), held: ZERO },
      { account: { userId, kind: 'spot', currencyId }, available: amount, held: ZERO },
    ],
  };
}
