/** Deposit terms composed from calls that every legacy server has; see `CallOptions.fromLegacyClient`. */
import {
  CHAINS,
  getDepositAddress,
  type BankAccount,
  type Chain,
  type DepositChannel,
} from '@halyard/contract/deposits/calls';
import { ZERO } from '@halyard/contract/money';
import type { AppError } from '../../shared/api/appError.ts';
import { toCall, type Result, type RunCall } from '../../shared/api/baseQuery.ts';
import { BASE_COINS, type BaseCoin } from '../wallet/baseCoins.ts';

const PLACES = 8;

/** Channels with an address or an account. Fails only when none can be read. */
export async function legacyDepositTerms(runCall: RunCall): Promise<Result> {
  const channels: DepositChannel[] = [];
  let error: AppError = { code: 'DEPOSIT_UNAVAILABLE' };
  for (const coin of BASE_COINS) {
    const answer = await runCall(toCall(getDepositAddress, { channelId: coin.id }));
    if ('data' in answer) channels.push(channelOf(coin, answer.data));
    else error = answer.error;
  }
  const available = channels.filter(({ chains, bank }) => chains.length > 0 || bank !== null);
  return available.length > 0 ? { data: available } : { error };
}

function channelOf({ id, name, isBank }: BaseCoin, answer: unknown): DepositChannel {
  const common = { id, name, isBank, settlement: isBank ? 'USDT' : name, places: PLACES, min: ZERO, isTest: false };
  if (isBank) return { ...common, chains: [], bank: answer as BankAccount };
  const addresses = answer as Readonly<Partial<Record<Chain, string>>>;
  const chains = CHAINS.flatMap((chain) => {
    const address = addresses[chain];
    return address === undefined ? [] : [{ chain, address, confirmations: 0 }];
  });
  return { ...common, chains, bank: null };
}
