/** Transfers of many users in one statement. */
import type { AnswerOf } from '@halyard/contract/call';
import type { transferFunds, Transfer } from '@halyard/contract/wallet/entryCalls';
import { BusinessError } from '../../calls/callHandler.ts';
import { bodyHash, createFirstAnswers, encodeAnswer, findOnce, isTooLate, type OnceRequest } from '../../db/runOnce.ts';
import { writeTransfers, type NewTransfer } from '../../ledger/ownTransfer.ts';
import type { ModuleDeps } from '../../module.ts';

/** A valid transfer; the ledger checks the balance. */
export type CheckedTransfer = NewTransfer & Pick<Transfer, 'currency'>;

/** A transfer as requested under a request id. */
export type Asked = {
  readonly once: OnceRequest<typeof transferFunds> & { readonly requestId: string };
  readonly transfer: CheckedTransfer;
};
type Outcome = PromiseSettledResult<AnswerOf<typeof transferFunds>>;
type Outcomes = Map<Asked, Outcome>;
type Deps = Pick<ModuleDeps, 'db' | 'transferGuards'>;

/**
 * Makes transfers in order, each once under its request id, and resolves to an outcome for each. When all fail
 * together, each is made alone: it can be repeated under its id, after any outcome.
 */
export async function transferTogether(deps: Deps, asked: readonly Asked[]): Promise<readonly Outcome[]> {
  const outcomes: Outcomes = new Map();
  const open = () => asked.filter((one) => !outcomes.has(one));
  // Requests that waited too long do not begin.
  for (const late of asked.filter(({ once }) => isTooLate(once)))
    for (const outcome of await Promise.allSettled([findOnce(deps.db, late.once)])) outcomes.set(late, outcome);
  for (let left = open(); left.length > 0; left = open()) {
    const distinct = withoutRepeats(left);
    try {
      await write(deps, { left, distinct }, outcomes);
    } catch (reason) {
      for (const one of distinct) {
        const [alone] = distinct.length === 1 ? [] : await transferTogether(deps, [one]);
        outcomes.set(one, alone ?? { status: 'rejected', reason });
      }
    }
  }
  return asked.map((one) => outcomes.get(one) as Outcome);
}

/** Stores at least one outcome: of all, of those that were answered before, or of the refused one. */
async function write(
  { db, transferGuards }: Deps,
  { left, distinct }: { readonly left: readonly Asked[]; readonly distinct: readonly Asked[] },
  outcomes: Outcomes,
): Promise<void> {
  const requested = distinct.map(({ once, transfer }) => {
    const { id: _id, at: _at, ...answer } = encodeAnswer(once.call, madeOf(transfer, 0, NO_TIME)) as Wire;
    return { ...transfer, clientRequestId: once.requestId, bodyHash: bodyHash(once.call, once.request), answer };
  });
  // The accounts of one user are locked in the same order as by that user's own calls.
  const guards = distinct.length === 1 ? [] : transferGuards;
  const waits = guards.filter(({ kind }) => distinct.some(({ transfer }) => transfer.to === kind));
  const outcome = await writeTransfers(
    db,
    requested,
    waits.map(({ advisoryLock }) => advisoryLock),
  );
  const answers = createFirstAnswers('first' in outcome ? outcome.first : []);
  for (const [index, one] of distinct.entries()) {
    if ('ids' in outcome) answers.add(one.once, madeOf(one.transfer, outcome.ids[index] ?? 0, outcome.at));
    if ('refused' in outcome && outcome.refused === index + 1)
      outcomes.set(one, { status: 'rejected', reason: new BusinessError('INSUFFICIENT_BALANCE') });
  }
  for (const one of left) {
    try {
      const value = answers.find(one.once);
      if (value !== undefined) outcomes.set(one, { status: 'fulfilled', value });
    } catch (reason) {
      outcomes.set(one, { status: 'rejected', reason });
    }
  }
}

type Wire = Readonly<Record<string, unknown>>;
const NO_TIME = new Date(0).toISOString();

function madeOf({ currencyId, currency, from, to, amount }: CheckedTransfer, id: number, at: string): Transfer {
  return { id, currencyId, currency, from, to, amount, at };
}

function withoutRepeats(asked: readonly Asked[]): readonly Asked[] {
  const keys = asked.map(({ once: { userId, requestId } }) => `${userId} ${requestId.toLowerCase()}`);
  return asked.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
}
