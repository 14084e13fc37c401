import { BANK_CHANNEL } from '@halyard/contract/deposits/calls';
import type { ChannelId } from '@halyard/contract/ids';

/**
 * A deposit or withdrawal channel: a coin, or the bank, which settles in USDT. In the order in which they are offered.
 */
export type BaseCoin = { readonly id: ChannelId; readonly name: string; readonly isBank: boolean };

const COINS = [
  { id: 3, name: 'USDT', isBank: false },
  { id: 1, name: 'BTC', isBank: false },
  { id: 2, name: 'ETH', isBank: false },
  { id: BANK_CHANNEL, name: 'Bank', isBank: true },
] as const;

export const BASE_COINS: readonly BaseCoin[] = COINS.map((coin) => ({ ...coin, id: coin.id as ChannelId }));

/** Whether a channel is the bank, which is shown by name and not by symbol. */
export function isBankChannel(id: ChannelId): boolean {
  return BASE_COINS.some((coin) => coin.id === id && coin.isBank);
}
