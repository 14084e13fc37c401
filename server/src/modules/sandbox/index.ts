/** Sandbox only: test funds, and the outbox. */
import { sql } from 'drizzle-orm';
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import { compare, decimal, isPositive, negate, ZERO, type Decimal } from '@halyard/contract/money';
import { FUND_MAX, fundAccount, readOutbox, type OutboxMessage } from '@halyard/contract/sandbox/calls';
import { DAY_MS } from '@halyard/contract/time';
import { eachAccount } from '@halyard/contract/wallet/calls';
import { answerPublic, answerUser, BusinessError } from '../../calls/callHandler.ts';
import type { Catalogue } from '../../catalogue.ts';
import type { Clock } from '../../clock.ts';
import { rowsOf, type Database, type Transaction } from '../../db/database.ts';
import { checkAndRunOnce } from '../../db/runOnce.ts';
import { isBefore, pruneRows } from '../../jobs/job.ts';
import { postEntries, readBalance, type AccountRef } from '../../ledger/ledger.ts';
import type { EntryLabels, Module } from '../../module.ts';
import type { Carrier } from '../user/notifier.ts';

/** Test funds. */
type FundDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly catalogue: Catalogue;
};

type FundRequest = RequestOf<typeof fundAccount>;
type Funded = AnswerOf<typeof fundAccount>;

/**
 * Credits test funds, at most {@link FUND_MAX} units a call, to any account of the user. Errors: AMOUNT_REQUIRED,
 * AMOUNT_TOO_LARGE, CURRENCY_NOT_FOUND, REQUEST_ID_REUSED, REQUEST_EXPIRED.
 */
async function fundUser({ db, clock, catalogue }: FundDeps, userId: UserId, request: FundRequest): Promise<Funded> {
  checkAmount(request.amount);
  const { clientRequestId: requestId, currencyId } = request;
  const once = { call: fundAccount, userId, requestId, request, clock };
  return checkAndRunOnce(db, once, {
    check: () => catalogue.currency(currencyId),
    run: (tx) => credit(tx, userId, request),
  });
}

function checkAmount(amount: Decimal): void {
  if (!isPositive(amount)) throw new BusinessError('AMOUNT_REQUIRED');
  if (compare(amount, decimal(FUND_MAX)) > 0) throw new BusinessError('AMOUNT_TOO_LARGE', { max: FUND_MAX });
}

async function credit(
  tx: Transaction,
  userId: UserId,
  { currencyId, account: kind, amount }: FundRequest,
): Promise<Funded> {
  const account: AccountRef = { userId, kind, currencyId };
  await postEntries(tx, [
    {
      kind: 'sandbox_fund',
      reference: `user:${userId}`,
      postings: [
        { account: { house: 'outside', currencyId }, available: negate(amount), held: ZERO },
        { account, available: amount, held: ZERO },
      ],
    },
  ]);
  const { available } = await readBalance(tx, account);
  return { currencyId, account: kind, available };
}

// The closest kind of legacy clients: a booking by an administrator.
const ENTRIES: EntryLabels = {
  sandbox_fund: {
    legacyNumber: { ...eachAccount(() => 3), futures: 5, option: 7 },
    text: {
      en: 'Test funds',
      zh: '测试资金',
      hk: '測試資金',
      jp: 'テスト資金',
      kr: '테스트 자금',
      esp: 'Fondos de prueba',
      th: 'เงินทดสอบ',
      vnm: 'Tiền thử',
    },
  },
};

/** Long enough to find a code that was sent earlier. */
export const OUTBOX_KEPT_MS = 7 * DAY_MS;

export const sandbox: Module = {
  beginning: { function: 'deposits', calls: [fundAccount] },
  entries: ENTRIES,
  pruners: { outbox: pruneRows('outbox', (nowMs) => isBefore('created_at', nowMs - OUTBOX_KEPT_MS)) },
  create: (deps) => ({
    handlers: deps.isSandbox
      ? [
          answerUser(fundAccount, (request, { user }) => fundUser(deps, user.id, request)),
          answerPublic(readOutbox, ({ address }) => listMessages(deps.db, address)),
        ]
      : [],
  }),
};

// The sandbox's outbox: sent mails and text messages, public, so that a stranger's phone can register on a test
// exchange.

const MESSAGES_MAX = 50;

/** Stores messages in the outbox. */
export function outboxCarrier(db: Database, clock: Clock): Carrier {
  return async ({ channel, address, subject, body }) => {
    await db.execute(
      sql`insert into outbox (channel, address, subject, body, created_at)
        values (${channel}, ${address}, ${channel === 'mail' ? subject : ''}, ${body}, ${new Date(clock.nowMs()).toISOString()})`,
    );
  };
}

/** Messages to an address, the newest first. */
async function listMessages(db: Database, written: string): Promise<OutboxMessage[]> {
  const address = written.trim().toLowerCase();
  // A plus sign that is not escaped in a query arrives as a space.
  const phone = `+${address.replaceAll(/\D/g, '')}`;
  return rowsOf<OutboxMessage>(
    db,
    sql`select id, channel, address, subject, body as text,
        to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
      from outbox where address in (${address}, ${phone}) order by id desc limit ${MESSAGES_MAX}`,
  );
}
