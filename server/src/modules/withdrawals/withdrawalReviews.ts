/** Operator reviews of withdrawals. */
import { sql } from 'drizzle-orm';
import { decimal, subtract, type Decimal } from '@halyard/contract/money';
import { REVIEW_REASONS } from '@halyard/contract/reviewReasons';
import { isoText, rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { argument, readId, type OperatorCommand } from '../../operator/command.ts';
import { requireUnusedPayment, requireWithinDay } from '../../operator/payment.ts';
import { formatInstant, reviewClause, sinceText, type Cell, type Listing } from '../../operator/text.ts';
import type { RecordSheet, ReviewQueue } from '../../operator/reviewCommands.ts';
import { postEntries } from '../../ledger/ledger.ts';
import { writeAudit, type Reviewer } from '../../operator/audit.ts';
import {
  ReviewError,
  auditReason,
  onePayment,
  reasonOf,
  requirePending,
  type Decision,
  type ReviewPlace,
} from '../../operator/review.ts';
import { writeUserEvent } from '../../events/userEvents.ts';
import { isFrozen } from '../security/freeze.ts';
import { placeNameOf } from '../user/knownDevice.ts';
import { releaseEntry, settleEntry } from './ledgerEntries.ts';
import { closeWithdrawal, lockWithdrawal, notePaying, type LockedWithdrawal } from './withdrawalRepository.ts';

type Line = {
  readonly id: number;
  readonly userId: number;
  readonly account: string | null;
  readonly channel: string;
  readonly chain: string | null;
  readonly amount: Decimal;
  readonly fee: Decimal;
  /** The payout. */
  readonly receipt: Decimal;
  readonly settlement: string;
  readonly status: string;
  readonly deadlineAt: string;
  /** When an operator began to pay it out. */
  readonly payingAt: string | null;
};

type Detail = {
  readonly address: string | null;
  readonly bankCard: Readonly<Record<string, string>> | null;
  readonly remark: string;
  readonly rejectReason: string | null;
  readonly payingBy: string | null;
  readonly paymentId: string | null;
  readonly createdAt: string;
  readonly closedAt: string | null;
  readonly verifiedName: string | null;
  /** Times of the changes before the request; null in requests from before these were stored. */
  readonly sessionAt: string | null;
  readonly targetAt: string | null;
  readonly fundPasswordAt: string | null;
  readonly passwordAt: string | null;
  readonly factorsAt: string | null;
  readonly sessionUserAgent: string | null;
  readonly sessionIp: string | null;
  readonly registeredAt: string;
};

type Row = Omit<Line, 'amount' | 'fee' | 'receipt'> & { readonly amount: string; readonly fee: string };

const COLUMNS = sql`r.id, r.user_id as "userId", coalesce(u.email, u.phone) as account, c.name as channel, r.chain,
  r.amount::text as amount, r.fee::text as fee, s.name as settlement, r.status,
  ${isoText(sql`r.deadline_at`)} as "deadlineAt", ${isoText(sql`r.paying_at`)} as "payingAt"`;
const SOURCE = sql`withdrawals r join users u on u.id = r.user_id
  join funding_channels c on c.id = r.channel_id join currencies s on s.id = c.currency_id`;

export const WITHDRAWAL_REVIEWS: ReviewQueue<Line, Line & RecordSheet> = {
  group: 'withdrawals',
  subject: 'withdrawal',
  table: 'withdrawals',
  statuses: ['pending', 'passed', 'rejected', 'cancelled'],
  titles: [
    'id',
    'user',
    'account',
    'channel',
    'chain',
    'amount',
    'fee',
    'receipt',
    'in',
    'status',
    'due (UTC)',
    'paying (UTC)',
  ],
  cellsOf: (line) => [
    line.id,
    line.userId,
    line.account,
    line.channel,
    line.chain,
    line.amount,
    line.fee,
    line.receipt,
    line.settlement,
    line.status,
    formatInstant(line.deadlineAt),
    formatInstant(line.payingAt),
  ],
  summaries: {
    approve: 'the receipt has been paid out: take what is held, and the fee; outside a sandbox after "pay"',
    reject: 'pay nothing out and give back what is held; after "pay" it takes two operators',
  },
  list: listWithdrawals,
  read: readWithdrawal,
  money: 'withdrawals',
  review: reviewWithdrawal,
  sandboxRule: {
    mark: sql`amount::text`,
    refusalOf: (amount) =>
      amount !== null && decimal(amount).endsWith('.13') ? REVIEW_REASONS.SANDBOX_WITHDRAWAL : undefined,
  },
};

async function listWithdrawals(reader: Reader, listing: Listing): Promise<Line[]> {
  const rows = await rowsOf<Row>(reader, sql`select ${COLUMNS} from ${SOURCE} ${reviewClause(listing)}`);
  return rows.map(lineOf);
}

async function readWithdrawal(reader: Reader, id: number): Promise<(Line & RecordSheet) | undefined> {
  const [row] = await rowsOf<Row & Detail>(
    reader,
    sql`select ${COLUMNS}, r.address, r.bank_card as "bankCard", r.remark, r.reject_reason as "rejectReason",
        r.paying_by as "payingBy", r.payment_id as "paymentId",
        ${isoText(sql`r.created_at`)} as "createdAt", ${isoText(sql`r.closed_at`)} as "closedAt",
        ${isoText(sql`r.session_at`)} as "sessionAt", ${isoText(sql`r.target_at`)} as "targetAt",
        ${isoText(sql`r.fund_password_at`)} as "fundPasswordAt", ${isoText(sql`r.password_at`)} as "passwordAt",
        ${isoText(sql`r.factors_at`)} as "factorsAt", r.session_user_agent as "sessionUserAgent",
        r.session_ip as "sessionIp", ${isoText(sql`u.created_at`)} as "registeredAt",
        (select case when i.status = 'verified' then i.full_name end from identity_checks i
          where i.user_id = r.user_id and i.level = 'basic' order by i.id desc limit 1) as "verifiedName"
      from ${SOURCE} where r.id = ${id}`,
  );
  if (row === undefined) return undefined;
  const withdrawal = { ...row, ...lineOf(row) };
  return { ...withdrawal, fields: fieldsOf(withdrawal), uploads: {} };
}

function fieldsOf(withdrawal: Line & Detail): RecordSheet['fields'] {
  const since = (instant: string | null): Cell => sinceText(instant, withdrawal.createdAt);
  const inUnits = (amount: Decimal): Cell => `${amount} ${withdrawal.settlement}`;
  const card = Object.entries(withdrawal.bankCard ?? {}).map(([name, value]) => [`card: ${name}`, value] as const);
  return [
    ['withdrawal', withdrawal.id],
    ['status', withdrawal.status],
    ['user', withdrawal.userId],
    ['account', withdrawal.account],
    ['registered (UTC)', since(withdrawal.registeredAt)],
    ['verified name', withdrawal.verifiedName],
    ['channel', withdrawal.channel],
    ['chain', withdrawal.chain],
    ['address', withdrawal.address],
    ...card,
    ['amount', inUnits(withdrawal.amount)],
    ['fee', inUnits(withdrawal.fee)],
    ['receipt, to pay out', inUnits(withdrawal.receipt)],
    ['remark', withdrawal.remark],
    ['requested (UTC)', formatInstant(withdrawal.createdAt)],
    [`${withdrawal.address === null ? 'card' : 'address'} since (UTC)`, since(withdrawal.targetAt)],
    ['login password since (UTC)', since(withdrawal.passwordAt)],
    ['fund password since (UTC)', since(withdrawal.fundPasswordAt)],
    ['factors since (UTC)', since(withdrawal.factorsAt)],
    ['session since (UTC)', since(withdrawal.sessionAt)],
    ['session at', placeNameOf(withdrawal.sessionUserAgent, withdrawal.sessionIp)],
    ['due (UTC)', formatInstant(withdrawal.deadlineAt)],
    ['paying since (UTC)', formatInstant(withdrawal.payingAt)],
    ['paid by', withdrawal.payingBy],
    ['closed (UTC)', formatInstant(withdrawal.closedAt)],
    ['payment', withdrawal.paymentId],
    ['reason', withdrawal.rejectReason],
  ];
}

function lineOf({
  id,
  userId,
  account,
  channel,
  chain,
  settlement,
  status,
  deadlineAt,
  payingAt,
  ...money
}: Row): Line {
  const amount = decimal(money.amount);
  const fee = decimal(money.fee);
  const receipt = subtract(amount, fee);
  return { id, userId, account, channel, chain, amount, fee, receipt, settlement, status, deadlineAt, payingAt };
}

// The payout of a withdrawal. Its user reads the payment on the chain before the operator can book it, so what decides
// about the payout comes first: from then on the user cannot cancel.

/** Begins the payout of a withdrawal. */
export const PAY_COMMAND: OperatorCommand = {
  group: 'withdrawals',
  name: 'pay',
  rule: { right: 'review', second: 'above-amount' },
  args: ['id'],
  options: [],
  summary: 'before the receipt is paid out: its user cannot cancel any more; then pay, and approve',
  check: async ({ db }, input) => {
    const id = readId(argument(input, 0));
    requirePending(await readWithdrawal(db, id), `withdrawal ${id}`);
  },
  run: async (deps, operator, input) => {
    const id = readId(argument(input, 0));
    await payWithdrawal(deps, id, operator);
    const text = `Pay the receipt of withdrawal ${id} out now, then: withdrawals approve ${id} --payment "..."`;
    return { data: { id }, text };
  },
};

/**
 * Stores that an operator pays a withdrawal out. Throws `ReviewError` when it is missing, decided or being paid out
 * already, while its user is frozen, and above what the operator may approve alone.
 */
export async function payWithdrawal(deps: ReviewPlace, id: number, operator: Reviewer): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const withdrawal = requirePending(await lockWithdrawal(tx, { id }), `withdrawal ${id}`);
    if (withdrawal.isPaying) throw new ReviewError('not-pending', `withdrawal ${id} is being paid out already`);
    await requirePayable(tx, withdrawal, deps);
    await notePaying(tx, withdrawal.id, { at: new Date(deps.clock.nowMs()).toISOString(), by: operator.name });
    await writeAudit(tx, operator, { action: 'withdrawals.pay', subject: `withdrawal:${id}` });
  });
}

async function requirePayable(
  tx: Transaction,
  withdrawal: LockedWithdrawal,
  { alone }: Pick<ReviewPlace, 'alone'>,
): Promise<void> {
  if (await isFrozen(tx, withdrawal.userId)) throw frozenError(withdrawal);
  await requireWithinDay(tx, { table: 'withdrawals', ...withdrawal }, alone);
}

// Review of a withdrawal by an operator, or by the sandbox's autopilot.

/**
 * Approves a withdrawal, which pays out its hold and takes the fee, or rejects it, which releases the whole hold; once,
 * also against parallel decisions and cancellations. Ledger, status, notification and audit log are one transaction.
 * Throws `ReviewError` when it is missing or already decided, for a rejection without a reason, or by one operator
 * alone after its payout began, and for an approval without a payout while the user is frozen.
 */
export async function reviewWithdrawal(deps: ReviewPlace, decision: Decision, reviewer: Reviewer): Promise<void> {
  const reason = reasonOf(decision);
  const isPassed = decision.decision === 'approve';
  const status = isPassed ? 'passed' : 'rejected';
  const payment = decision.decision === 'approve' ? decision.payment : undefined;
  const review = async (tx: Transaction) => {
    const withdrawal = requirePending(await lockWithdrawal(tx, { id: decision.id }), `withdrawal ${decision.id}`);
    if (isPassed && !withdrawal.isPaying) await requirePayable(tx, withdrawal, deps);
    if (!isPassed && withdrawal.isPaying && deps.alone !== undefined) throw payingError(withdrawal);
    await requireUnusedPayment(tx, { table: 'withdrawals', id: withdrawal.id, payment });
    await postEntries(tx, [isPassed ? settleEntry(withdrawal) : releaseEntry(withdrawal)]);
    const at = new Date(deps.clock.nowMs()).toISOString();
    await closeWithdrawal(tx, withdrawal.id, { status, reason, at, payment });
    const { id: ref, userId, amount, fee, currencyId, currency } = withdrawal;
    const facts = { subject: 'withdrawal', status, amount, fee, currencyId, currency, reason } as const;
    await writeUserEvent(tx, { userId, ref, at, facts });
    await writeAudit(tx, reviewer, {
      action: `withdrawals.${decision.decision}`,
      subject: `withdrawal:${withdrawal.id}`,
      ...auditReason(reason, payment),
    });
  };
  await onePayment('withdrawals_payment', () => deps.db.transaction(review));
}

function payingError({ id }: { readonly id: number }): ReviewError {
  const text = `withdrawal ${id} is being paid out meanwhile, so it takes two operators: give the command again`;
  return new ReviewError('second-person', text);
}

function frozenError({ id, userId }: { readonly id: number; readonly userId: number }): ReviewError {
  const what = `withdrawal ${id} is not paid out: user ${userId} has frozen the account`;
  return new ReviewError('frozen', `${what}. Reject it, or wait until the freeze is lifted ("unfreeze list")`);
}
