import { getWithdrawalAddresses, type WithdrawalAddress } from '@halyard/contract/withdrawals/calls';
import { toCall, type Result, type RunCall } from '../../shared/api/baseQuery.ts';
import { BASE_COINS } from '../wallet/baseCoins.ts';

/**
 * The book of withdrawal addresses. Other servers of the family tell it coin by coin, and where there are none as an
 * error.
 */
export async function legacyAddresses(runCall: RunCall): Promise<Result> {
  const book: WithdrawalAddress[] = [];
  for (const { id: channelId } of BASE_COINS.filter(({ isBank }) => !isBank)) {
    const answer = await runCall(toCall(getWithdrawalAddresses, { channelId }));
    if ('data' in answer) book.push(...(answer.data as readonly WithdrawalAddress[]));
  }
  return { data: book };
}
