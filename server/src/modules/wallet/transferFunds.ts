/** Moving money between the accounts of one user. */
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import { transferFunds, type Transfer } from '@halyard/contract/wallet/entryCalls';
import type { AccountKind } from '@halyard/contract/wallet/calls';
import { checkTransfer } from '@halyard/contract/wallet/transfer';
import { BusinessError, refusal, type UserCaller } from '../../calls/callHandler.ts';
import { noticeOf } from '../../calls/messages.ts';
import type { Catalogue } from '../../catalogue.ts';
import type { Transaction } from '../../db/database.ts';
import { createGrouped } from '../../db/grouped.ts';
import { checkFirst, runOnce, type OnceRequest } from '../../db/runOnce.ts';
import { postEntries } from '../../ledger/ledger.ts';
import { writeTransfer } from '../../ledger/ownTransfer.ts';
import type { ModuleDeps } from '../../module.ts';
import { type CurrencyRecord, accountsOf } from './repository.ts';
import { transferTogether, type Asked, type CheckedTransfer } from './transferTogether.ts';

type TransferDeps = Pick<ModuleDeps, 'db' | 'events' | 'clock' | 'catalogue' | 'transferGuards'>;
type TransferRequest = RequestOf<typeof transferFunds>;

/** Bounds how long one transaction holds its accounts. */
const TOGETHER_MAX = 64;

/**
 * Makes the function that moves an amount from one account of the user to another, immediately and free. It resolves to
 * the transfer when the request has an id (repeated, to the first answer), else to the text for legacy clients, and
 * throws `BusinessError` with the codes that the call documents; nothing has moved then.
 *
 * Requests that arrive while transfers are under way are written together, one after the other.
 */
export function createTransfers(deps: TransferDeps) {
  const { db, events, clock, catalogue, transferGuards } = deps;
  const together = createGrouped((asked: readonly Asked[]) => transferTogether(deps, asked), TOGETHER_MAX);
  return async function transfer(
    { user, language }: Pick<UserCaller, 'user' | 'language'>,
    request: TransferRequest,
  ): Promise<AnswerOf<typeof transferFunds>> {
    const { currencyId, clientRequestId: requestId } = request;
    const once = { call: transferFunds, userId: user.id, requestId, request, clock };
    const checking = { check: () => check(catalogue, user.id, request) };
    return checkFirst(db, once, checking, async (checked) => {
      const isGuarded = transferGuards.some(({ kind }) => kind === checked.from);
      if (requestId !== undefined && !isGuarded) {
        const made = valueOf(await together({ once: { ...once, requestId }, transfer: checked }));
        const balances = [checked.from, checked.to].map((kind) => ({ kind, currencyId }));
        events.publish({ type: 'balances-changed', userId: user.id, balances });
        return made;
      }
      const made = await transferAlone(deps, once, checked);
      return requestId === undefined ? noticeOf(language, 'TRANSFERRED') : made;
    });
  };
}

function valueOf<T>(outcome: PromiseSettledResult<T>): T {
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

async function check(catalogue: Catalogue, userId: UserId, request: TransferRequest): Promise<CheckedTransfer> {
  const { amount, clientRequestId } = request;
  const currency = await catalogue.currency(request.currencyId);
  const [from, to] = [requireAccount(currency, request.from), requireAccount(currency, request.to)];
  const found = checkTransfer({ from, to, amount });
  if (found !== undefined) throw refusal(found);
  if (amount === undefined) throw new BusinessError('AMOUNT_REQUIRED');
  return { userId, currencyId: currency.id, currency: currency.name, from, to, amount, clientRequestId };
}

function requireAccount(currency: CurrencyRecord, asked: TransferRequest['from']): AccountKind {
  const kind = accountsOf(currency).find((known) => known === asked);
  if (kind === undefined) throw new BusinessError('ACCOUNT_KIND_INVALID');
  return kind;
}

/** Transfers that a product must check, or without a request id. */
async function transferAlone(
  { db, clock, transferGuards }: TransferDeps,
  once: OnceRequest<typeof transferFunds>,
  transfer: CheckedTransfer,
): Promise<AnswerOf<typeof transferFunds>> {
  const guard = transferGuards.find(({ kind }) => kind === transfer.from);
  return runOnce(db, once, async (tx) => {
    await guard?.leave(tx, { ...transfer, nowMs: clock.nowMs() });
    return move(tx, transfer);
  });
}

async function move(tx: Transaction, transfer: CheckedTransfer): Promise<Transfer> {
  const { id, at, entry } = await writeTransfer(tx, transfer);
  await postEntries(tx, [entry]);
  const { currencyId, currency, from, to, amount } = transfer;
  return { id, currencyId, currency, from, to, amount, at };
}
