import type { RequestOf } from '@halyard/contract/call';
import type { CurrencyId } from '@halyard/contract/ids';
import { listTransferSides, transferFunds, type TransferSide } from '@halyard/contract/wallet/transferCalls';
import { ACCOUNT_KINDS, listUserCurrencies, type AccountKind, type UserCurrency } from '@halyard/contract/wallet/calls';
import { skipToken } from '@reduxjs/toolkit/query';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { usePagedList } from '../../shared/api/usePagedList.ts';
import { moneyMutation } from '../../shared/money-mutations/moneyMutation.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';
import { hasAccount } from './holdings.ts';

/** A currency and the accounts that it can be transferred between. */
export type MovableCurrency = {
  readonly currencyId: CurrencyId;
  readonly currency: string;
  readonly accounts: readonly AccountKind[];
};

/** Filter of transfers: accounts, currency; days are UTC, inclusive. */
export type TransferFilter = Omit<RequestOf<typeof listTransferSides>, 'page' | 'limit'>;

/** Two rows a transfer. */
const PAGE_LENGTH = 40;

export const transfersApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** Transferable currencies with their accounts. */
    listMovable: build.query<readonly MovableCurrency[], void>({
      query: () => toCall(listUserCurrencies, {}),
      transformResponse: (currencies: readonly UserCurrency[]) => currencies.map(movableOf),
    }),
    /** Transfers of a filter, paged, newest first, in the wire's format: both sides of each. */
    pageTransferSides: build.infiniteQuery<readonly TransferSide[], TransferFilter, number>({
      infiniteQueryOptions: {
        initialPageParam: 1,
        getNextPageParam: (last, _all, lastPage) => (last.length < PAGE_LENGTH ? undefined : lastPage + 1),
      },
      query: ({ queryArg, pageParam }) =>
        toCall(listTransferSides, { ...queryArg, page: pageParam, limit: PAGE_LENGTH }),
      transformResponse: ({ rows }: { readonly rows: readonly TransferSide[] }) => rows,
      providesTags: ['Transfer'],
      extraOptions: { cache: {} },
    }),
  }),
});

export const { useListMovableQuery, usePageTransferSidesInfiniteQuery } = transfersApi;

/** Moves an amount from one account to another. */
export const transferMutation = moneyMutation({
  call: transferFunds,
  subject: 'transfer',
  invalidates: ['Wallet', 'Transfer', 'Movement', 'Performance'],
  detailOf: ({ amount, currency }, format) => format.money(amount, currency),
});

// The answer's wallet holds only the accounts of the currency. Servers that send none have flags.
function movableOf(currency: UserCurrency): MovableCurrency {
  const { id, name, wallet } = currency;
  const accounts = ACCOUNT_KINDS.filter((kind) =>
    wallet === null ? hasAccount(currency, kind) === true : wallet[`${kind}Available`] !== undefined,
  );
  return { currencyId: id, currency: name, accounts };
}

/** A history row: one side of a transfer, with the whole transfer when the server sends it. */
export type TransferRow = { readonly id: string; readonly side: TransferSide };

/** Transfers of a filter, newest first. */
export function useTransfers(filter: TransferFilter) {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  return usePagedList(usePageTransferSidesInfiniteQuery(isLoggedIn ? filter : skipToken), rowsOf);
}

// Both sides of a transfer share an id and make one row.
function rowsOf(sides: readonly TransferSide[]): readonly TransferRow[] {
  return sides.map((side) => ({
    id: side.transfer === undefined ? `side:${side.id}` : `transfer:${side.transfer.id}`,
    side,
  }));
}
