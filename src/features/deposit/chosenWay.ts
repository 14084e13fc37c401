import type { DepositChain, DepositChannel } from '@halyard/contract/deposits/calls';

/** The channel named by the page's query (`?channel=3&chain=TRC20`); the first one by default. */
export function channelOf(
  channels: readonly DepositChannel[] | undefined,
  query: URLSearchParams,
): DepositChannel | undefined {
  return channels?.find(({ id }) => String(id) === query.get('channel')) ?? channels?.[0];
}

/** The chain named by the query, or the first one; undefined for the bank. */
export function chainOf({ chains }: DepositChannel, query: URLSearchParams): DepositChain | undefined {
  return chains.find(({ chain }) => chain === query.get('chain')) ?? chains[0];
}
