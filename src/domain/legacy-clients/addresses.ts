import { getWithdrawalAddresses, type WithdrawalAddress } from '@halyard/contract/withdrawals/calls';
import { toCall, type Result, type RunCall } from '../../shared/api/baseQuery.ts';
import { BASE_COINS } from '../wallet/baseCoins.ts';

/** Withdrawal addresses from a legacy server, which lists them by coin and reports an empty list as an error. */
export async function legacyAddresses(runCall: RunCall): Promise<Result> {
  const book: WithdrawalAddress[] = [];
  for (const { id: channelId } of BASE_COINS.filter(({ isBank }) => !isBank)) {
    const answer = await runCall(toCall(getWithdrawalAddresses, { channelId }));
    if ('data' in answer) book.push(...(answer.data as readonly WithdrawalAddress[]));
  }
  return { data: book };
}
