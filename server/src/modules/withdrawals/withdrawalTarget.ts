/** Target of a withdrawal: an address of the user's book, or the user's bank card. */
import type { RequestOf } from '@halyard/contract/call';
import type { Chain } from '@halyard/contract/deposits/calls';
import type { AddressId, UserId } from '@halyard/contract/ids';
import type { withdraw, WithdrawalAddress } from '@halyard/contract/withdrawals/calls';
import { checkChainAddress, normalizeChainAddress } from '@halyard/contract/withdrawals/chainAddress';
import type { Reader } from '../../db/database.ts';
import { BusinessError, refusal } from '../../calls/errors.ts';
import { findBankCard, type CardSnapshot } from '../bank/bankRepository.ts';
import type { ChannelRecord } from '../channels/channelRepository.ts';
import { refuseOwnDeposit, selectAddresses } from './addressRepository.ts';

/** The address, or the card as it is now. */
export type WithdrawalTarget =
  | { readonly addressId: AddressId; readonly chain: Chain; readonly address: string; readonly bankCard: null }
  | { readonly addressId: null; readonly chain: null; readonly address: null; readonly bankCard: CardSnapshot };

type Wanted = Pick<RequestOf<typeof withdraw>, 'address' | 'addressId' | 'chain'>;

/**
 * Finds the target of a request: an entry of the book by its id or, for legacy clients, by its address. Throws
 * `BusinessError`: WITHDRAW_ADDRESS_REQUIRED when none is given, ADDRESS_NOT_FOUND when it is not in the user's book
 * (any more), ADDRESS_* when it is invalid for its chain, BANK_CARD_REQUIRED.
 */
export async function findTarget(
  reader: Reader,
  userId: UserId,
  { channel, wanted }: { readonly channel: ChannelRecord; readonly wanted: Wanted },
): Promise<WithdrawalTarget> {
  if (channel.isBank) {
    const bankCard = await findBankCard(reader, userId);
    if (bankCard === undefined) throw new BusinessError('BANK_CARD_REQUIRED');
    return { addressId: null, chain: null, address: null, bankCard };
  }
  const { id: addressId, chain, address } = await findEntry(reader, userId, { channel, wanted });
  // An entry may be older than the rule.
  const fault = checkChainAddress(chain, address, channel.name);
  if (fault !== undefined) throw refusal(fault);
  await refuseOwnDeposit(reader, userId, address);
  return { addressId, chain, address, bankCard: null };
}

/** As mails show it: recognisable, but shortened. */
export function shortTargetOf({ address, bankCard }: Pick<WithdrawalTarget, 'address' | 'bankCard'>): string {
  if (bankCard !== null) return `•••• ${bankCard.accountNumber.replaceAll(/\s/g, '').slice(-4)}`;
  return address === null || address.length <= 12 ? '…' : `${address.slice(0, 6)}…${address.slice(-4)}`;
}

async function findEntry(
  reader: Reader,
  userId: UserId,
  { channel, wanted }: { readonly channel: ChannelRecord; readonly wanted: Wanted },
): Promise<WithdrawalAddress> {
  const { addressId: id, chain } = wanted;
  const written = wanted.address?.trim() ?? '';
  if (id === undefined && written === '') throw new BusinessError('WITHDRAW_ADDRESS_REQUIRED');
  const entries = await selectAddresses(reader, userId, { channelId: channel.id, id, chain });
  const [entry] = entries.filter((known) => written === '' || isWritten(known, written, channel.name));
  if (entry === undefined) throw new BusinessError('ADDRESS_NOT_FOUND');
  return entry;
}

function isWritten({ chain, address }: WithdrawalAddress, written: string, coin: string): boolean {
  if (written === address) return true;
  return checkChainAddress(chain, written, coin) === undefined && normalizeChainAddress(chain, written) === address;
}
