/** Transfers out of the futures account: only money that open positions do not need. */
import { compare, min, subtract } from '@halyard/contract/money';
import { crossOf } from '@halyard/contract/futures/account';
import { freeOf } from '@halyard/contract/futures/cross';
import { BusinessError } from '../../calls/errors.ts';
import type { TransferGuard } from '../../module.ts';
import { loadAccount } from './accounts.ts';
import { bringUpToDate } from './advanceMarkets.ts';
import { publishChanged } from './futuresWrite.ts';
import { readMarks, updateCrossBands } from './openPosition.ts';
import { FUTURES_LOCK, lockFutures } from './positionsRepository.ts';
import { readLastTicks } from './readPositions.ts';

export const transferGuard: TransferGuard = {
  kind: 'contract',
  /** Throws `BusinessError('INSUFFICIENT_BALANCE')` for more than is free (docs/product.md section 3). */
  async leave(tx, { userId, currencyId, amount }) {
    await lockFutures(tx);
    const changed = await bringUpToDate(tx);
    const loaded = await loadAccount(tx, { userId, currencyId }, await readMarks(tx));
    const { account } = loaded;
    // Also by prices that are public already and not yet processed for positions.
    const seen = { ...account, marks: new Map([...account.marks, ...(await readLastTicks(tx))]) };
    if (compare(min(freeOf(crossOf(account)), freeOf(crossOf(seen))), amount) < 0)
      throw new BusinessError('INSUFFICIENT_BALANCE');
    await updateCrossBands(tx, loaded, { ...account, balance: subtract(account.balance, amount) });
    return (events) => publishChanged(events, changed);
  },
  // Effects of ticks and the user's transfer are posted one after the other in one transaction.
  advisoryLock: FUTURES_LOCK,
};
