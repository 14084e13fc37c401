import type { BankCard } from '@halyard/contract/bank/calls';
import { maskAccountNumber } from '@halyard/contract/bank/rules';
import type { AddressId } from '@halyard/contract/ids';
import type { Chain } from '@halyard/contract/deposits/calls';
import type { WithdrawalAddress } from '@halyard/contract/withdrawals/calls';
import { useGetBankCardQuery } from '../../domain/bank/bankApi.ts';
import type { BaseCoin } from '../../domain/wallet/baseCoins.ts';
import { useListAddressesQuery } from '../../domain/withdrawals/addressesApi.ts';
import type { AppError } from '../../shared/api/appError.ts';

/** A withdrawal destination: an address for the coin, or the bank card. Only addresses have an id and a chain. */
export type Destination = {
  readonly key: string;
  readonly label: string;
  readonly detail: string;
  readonly addressId?: AddressId;
  readonly address?: string;
  readonly chain?: Chain;
};

/** `list` is undefined until known. */
export function useDestinations(coin: BaseCoin) {
  const book = useListAddressesQuery(undefined, { skip: coin.isBank });
  const bank = useGetBankCardQuery(undefined, { skip: !coin.isBank });
  const used = coin.isBank ? bank : book;
  return {
    list: coin.isBank ? cardOf(bank.data) : addressesOf(book.data, coin),
    error: used.data === undefined ? (used.error as AppError | undefined) : undefined,
    retry: () => void used.refetch(),
  };
}

function addressesOf(
  book: readonly WithdrawalAddress[] | undefined,
  coin: BaseCoin,
): readonly Destination[] | undefined {
  return book
    ?.filter(({ channelId }) => channelId === coin.id)
    .map(({ id, label, address, chain }) => ({
      key: String(id),
      label: label === '' ? chain : `${label} · ${chain}`,
      detail: address,
      addressId: id,
      address,
      chain,
    }));
}

function cardOf(card: BankCard | null | undefined): readonly Destination[] | undefined {
  if (card === undefined || card === null) return card === null ? [] : undefined;
  return [
    {
      key: 'card',
      label: card.bankName ?? '',
      detail: `${card.holder ?? ''} · ${maskAccountNumber(card.accountNumber ?? '')}`,
    },
  ];
}
