/** Money that leaves the contract account: only what open positions do not need. */
import { compare, min, subtract } from '@halyard/contract/money';
import { crossOf } from '@halyard/contract/futures/account';
import { freeOf } from '@halyard/contract/futures/cross';
import { BusinessError } from '../../calls/errors.ts';
import { LOCKS } from '../../db/locks.ts';
import type { TransferGuard } from '../../module.ts';
import { loadAccount } from './accounts.ts';
import { bringUpToDate } from './advanceMarkets.ts';
import { publishChanged } from './futuresWrite.ts';
import { readMarks, rebandCross } from './openPosition.ts';
import { lockFutures } from './positionsRepository.ts';
import { readLastTicks } from './readPositions.ts';

export const transferGuard: TransferGuard = {
  kind: 'contract',
  /** Throws `BusinessError('INSUFFICIENT_BALANCE')` for more than is free (products.md 2.7). */
  async leave(tx, { userId, currencyId, amount }) {
    await lockFutures(tx);
    const changed = await bringUpToDate(tx);
    const loaded = await loadAccount(tx, { userId, currencyId }, await readMarks(tx));
    const { account } = loaded;
    // Also by the prices that everybody sees already and that no position has met yet.
    const seen = { ...account, marks: new Map([...account.marks, ...(await readLastTicks(tx))]) };
    if (compare(min(freeOf(crossOf(account)), freeOf(crossOf(seen))), amount) < 0)
      throw new BusinessError('INSUFFICIENT_BALANCE');
    await rebandCross(tx, loaded, { ...account, balance: subtract(account.balance, amount) });
    return (events) => publishChanged(events, changed);
  },
  // What ticks owe and what a user does are posted one after the other in one transaction.
  advisoryLock: LOCKS.futures,
};
