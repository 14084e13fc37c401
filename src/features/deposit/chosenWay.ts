/**
 * Which way to pay in the address of the page means: `?channel=3&chain=TRC20`; the first one when it names none that is
 * offered.
 */
import type { DepositChain, DepositChannel } from '@halyard/contract/deposits/calls';

/** The channel chosen. */
export function channelOf(
  channels: readonly DepositChannel[] | undefined,
  query: URLSearchParams,
): DepositChannel | undefined {
  return channels?.find(({ id }) => String(id) === query.get('channel')) ?? channels?.[0];
}

/** The chain chosen; there is none for the bank. */
export function chainOf({ chains }: DepositChannel, query: URLSearchParams): DepositChain | undefined {
  return chains.find(({ chain }) => chain === query.get('chain')) ?? chains[0];
}
