/** Test funds. */
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import { FUND_MAX, fundAccount } from '@halyard/contract/sandbox/calls';
import { compare, decimal, isPositive, negate, ZERO, type Decimal } from '@halyard/contract/money';
import type { Catalogue } from '../../catalogue.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { checkAndRunOnce } from '../../db/runOnce.ts';
import { BusinessError } from '../../calls/errors.ts';
import type { AccountRef } from '../../ledger/accounts.ts';
import { readBalance } from '../../ledger/balances.ts';
import { postEntries } from '../../ledger/ledger.ts';

export type FundDeps = {
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
export async function fundUser(
  { db, clock, catalogue }: FundDeps,
  userId: UserId,
  request: FundRequest,
): Promise<Funded> {
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
