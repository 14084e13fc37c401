/** How to pay in at a server of the family, which tells addresses and nothing else (`wire-facts` 1.8, 2.6). */
import {
  CHAINS,
  getDepositAddress,
  type BankAccount,
  type Chain,
  type DepositChannel,
} from '@halyard/contract/calls/deposits';
import { ZERO } from '@halyard/contract/money';
import type { AppError } from '../../shared/api/appError.ts';
import { toCall, type CallArgs } from '../../shared/api/baseQuery.ts';
import { BASE_COINS, type BaseCoin } from '../wallet/baseCoins.ts';

type Answer = { readonly data?: unknown; readonly error?: AppError | undefined };
type RunCall = (args: CallArgs) => Answer | PromiseLike<Answer>;
type Terms = { readonly data: readonly DepositChannel[] } | { readonly error: AppError };

const PLACES = 8;

/** The ways that the server has an address or an account for. Fails only when none of them can be read. */
export async function readFamilyTerms(runCall: RunCall): Promise<Terms> {
  const channels: DepositChannel[] = [];
  let error: AppError = { code: 'DEPOSIT_UNAVAILABLE' };
  for (const coin of BASE_COINS) {
    const answer = await runCall(toCall(getDepositAddress, { channelId: coin.id }));
    if (answer.error === undefined) channels.push(channelOf(coin, answer.data));
    else error = answer.error;
  }
  const offered = channels.filter(({ chains, bank }) => chains.length > 0 || bank !== null);
  return offered.length > 0 ? { data: offered } : { error };
}

function channelOf({ id, name, isBank }: BaseCoin, answer: unknown): DepositChannel {
  const common = { id, name, isBank, settlement: isBank ? 'USDT' : name, places: PLACES, min: ZERO };
  if (isBank) return { ...common, chains: [], bank: answer as BankAccount };
  const addresses = answer as Readonly<Partial<Record<Chain, string>>>;
  const chains = CHAINS.flatMap((chain) => {
    const address = addresses[chain];
    return address === undefined ? [] : [{ chain, address, confirmations: 0 }];
  });
  return { ...common, chains, bank: null };
}
