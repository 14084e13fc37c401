/** Moving money between the accounts of one user. */
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/calls/ids';
import { transferFunds, type Transfer } from '@halyard/contract/calls/records';
import type { AccountKind } from '@halyard/contract/calls/wallet';
import { checkTransfer } from '@halyard/contract/rules/transfer';
import type { UserCaller } from '../../calls/callHandler.ts';
import { BusinessError, refusal } from '../../calls/errors.ts';
import { noticeOf } from '../../calls/messages.ts';
import type { Catalogue } from '../../catalogue.ts';
import type { ModuleDeps } from '../../module.ts';
import type { Transaction } from '../../db/database.ts';
import { checkAndRunOnce } from '../../db/runOnce.ts';
import { postEntries } from '../../ledger/ledger.ts';
import { writeTransfer } from '../../ledger/ownTransfer.ts';
import { type CurrencyRecord, accountsOf } from './repository.ts';

export type TransferDeps = Pick<ModuleDeps, 'db' | 'events' | 'clock' | 'catalogue' | 'guardTransfer'>;

type TransferRequest = RequestOf<typeof transferFunds>;
/** A transfer that breaks no rule; whether there is so much is for the ledger to say. */
type Checked = Pick<Transfer, 'from' | 'to' | 'amount'> & {
  readonly userId: UserId;
  readonly currency: CurrencyRecord;
  readonly clientRequestId: string | undefined;
};

/**
 * Moves an amount from one account of the user to another, at once and free. Answers the transfer when the request has
 * an id (asked again, the first answer), else the family's text. Throws `BusinessError` with the codes that the call
 * documents; nothing has moved then.
 */
export async function transfer(
  { db, events, clock, catalogue, guardTransfer }: TransferDeps,
  { user, language }: Pick<UserCaller, 'user' | 'language'>,
  request: TransferRequest,
): Promise<AnswerOf<typeof transferFunds>> {
  const { currencyId, clientRequestId: requestId } = request;
  const once = { call: transferFunds, userId: user.id, requestId, request, clock };
  let tell: Awaited<ReturnType<typeof guardTransfer>> | undefined;
  const answer = await checkAndRunOnce(db, once, {
    check: () => check(catalogue, user.id, request),
    run: async (tx, checked) => {
      const { from: kind, amount, userId } = checked;
      tell = await guardTransfer(tx, { userId, kind, currencyId, amount, nowMs: clock.nowMs() });
      const made = await move(tx, checked);
      return requestId === undefined ? noticeOf(language, 'TRANSFERRED') : made;
    },
  });
  const balances = [request.from, request.to].flatMap((kind) => (kind === 'legal' ? [] : [{ kind, currencyId }]));
  tell?.(events);
  events.publish({ type: 'balances-changed', userId: user.id, balances });
  return answer;
}

async function check(catalogue: Catalogue, userId: UserId, request: TransferRequest): Promise<Checked> {
  const { amount, clientRequestId } = request;
  const currency = await catalogue.currency(request.currencyId);
  const [from, to] = [requireAccount(currency, request.from), requireAccount(currency, request.to)];
  const found = checkTransfer({ from, to, amount });
  if (found !== undefined) throw refusal(found);
  if (amount === undefined) throw new BusinessError('AMOUNT_REQUIRED');
  return { userId, currency, from, to, amount, clientRequestId };
}

function requireAccount(currency: CurrencyRecord, asked: TransferRequest['from']): AccountKind {
  const kind = accountsOf(currency).find((known) => known === asked);
  if (kind === undefined) throw new BusinessError('ACCOUNT_KIND_INVALID');
  return kind;
}

async function move(tx: Transaction, checked: Checked): Promise<Transfer> {
  const { currency, from, to, amount } = checked;
  const { id, at, entry } = await writeTransfer(tx, { ...checked, currencyId: currency.id });
  await postEntries(tx, [entry]);
  return { id, currencyId: currency.id, currency: currency.name, from, to, amount, at };
}
