/** Money that leaves the contract account: only what open positions do not need. */
import { compare, min, subtract } from '@halyard/contract/money';
import { crossOf } from '@halyard/contract/rules/contracts/account';
import { freeOf } from '@halyard/contract/rules/contracts/cross';
import { BusinessError } from '../../calls/errors.ts';
import type { GuardTransfer } from '../../module.ts';
import { loadAccount } from './accounts.ts';
import { bringUpToDate } from './advanceMarkets.ts';
import { publishChanged } from './contractWrite.ts';
import { readMarks, rebandCross } from './openPosition.ts';
import { lockContracts } from './positionsRepository.ts';
import { readLastTicks } from './readPositions.ts';

/** Throws `BusinessError('INSUFFICIENT_BALANCE')` for more than is free (products.md 2.7). */
export const guardTransfer: GuardTransfer = async (tx, { userId, kind, currencyId, amount, nowMs }) => {
  if (kind !== 'contract') return () => undefined;
  await lockContracts(tx);
  const changed = await bringUpToDate(tx, nowMs);
  const loaded = await loadAccount(tx, { userId, currencyId }, await readMarks(tx));
  const { account } = loaded;
  // Also by the prices that everybody sees already and that no position has met yet.
  const seen = { ...account, marks: new Map([...account.marks, ...(await readLastTicks(tx))]) };
  if (compare(min(freeOf(crossOf(account)), freeOf(crossOf(seen))), amount) < 0)
    throw new BusinessError('INSUFFICIENT_BALANCE');
  await rebandCross(tx, loaded, { ...account, balance: subtract(account.balance, amount) });
  return (events) => publishChanged(events, changed);
};
