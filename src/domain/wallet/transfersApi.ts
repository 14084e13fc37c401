/** Transfers between the user's own accounts (specification, section 7, "Wallet"): `wallet/change`, `wallet/hzhistory`. */
import type { RequestOf } from '@halyard/contract/call';
import type { CurrencyId } from '@halyard/contract/calls/ids';
import {
  listTransfers,
  listTransferSides,
  transferFunds,
  type Transfer,
  type TransferSide,
} from '@halyard/contract/calls/records';
import { ACCOUNT_KINDS, listUserCurrencies, type AccountKind, type UserCurrency } from '@halyard/contract/calls/wallet';
import { isOutcomeUnknown } from '../../shared/api/appError.ts';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { accountFlags } from './holdings.ts';

/** A transfer as asked for; `clientRequestId` is reused when the same is asked for again. */
export type TransferRequest = Required<RequestOf<typeof transferFunds>> & {
  readonly from: AccountKind;
  readonly to: AccountKind;
};

/** A currency and the accounts that it can be moved between. */
export type MovableCurrency = {
  readonly currencyId: CurrencyId;
  readonly currency: string;
  readonly accounts: readonly AccountKind[];
};

/** Two rows a transfer. */
const PAGE_LENGTH = 40;
/** After so long the transfer is looked for instead of waited for; its id keeps it single. */
const SEND_TIMEOUT_MS = 15_000;

export const transfersApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** Which currencies can be moved between which accounts. */
    listMovable: build.query<readonly MovableCurrency[], void>({
      query: () => toCall(listUserCurrencies, {}),
      transformResponse: (currencies: readonly UserCurrency[]) => currencies.map(movableOf),
    }),
    /**
     * Moves an amount once, however often it is sent under the same id. When the answer is lost, the transfer is looked for by that id;
     * OUTCOME_UNKNOWN when it is not found: it may be on its way, so the same is to be sent again under the same id.
     */
    transfer: build.mutation<null, TransferRequest>({
      queryFn: async (request, _api, _options, runCall) => {
        const sent = await runCall(toCall(transferFunds, request));
        if (sent.error === undefined) return { data: null };
        if (!isOutcomeUnknown(sent.error)) return { error: sent.error, meta: { isInline: true } };
        const looked = await runCall(toCall(listTransfers, { clientRequestId: request.clientRequestId }));
        const found = looked.data as { readonly rows: readonly Transfer[] } | undefined;
        if (found?.rows.some((row) => isSame(row, request)) === true) return { data: null };
        return { error: { code: 'OUTCOME_UNKNOWN' }, meta: { isInline: true } };
      },
      extraOptions: { isMoneyWrite: true, errors: 'inline', timeoutMs: SEND_TIMEOUT_MS },
      invalidatesTags: ['Wallet', 'Transfer', 'Movement', 'Performance'],
    }),
    /** Transfers page by page, newest first, as the family lists them: both sides of each. */
    pageTransferSides: build.infiniteQuery<readonly TransferSide[], void, number>({
      infiniteQueryOptions: {
        initialPageParam: 1,
        getNextPageParam: (last, _all, lastPage) => (last.length < PAGE_LENGTH ? undefined : lastPage + 1),
      },
      query: ({ pageParam }) => toCall(listTransferSides, { page: pageParam, limit: PAGE_LENGTH }),
      transformResponse: ({ rows }: { readonly rows: readonly TransferSide[] }) => rows,
      providesTags: ['Transfer'],
      extraOptions: { keeps: {} },
    }),
  }),
});

export const { useListMovableQuery, useTransferMutation, usePageTransferSidesInfiniteQuery } = transfersApi;

function isSame(row: Transfer, { currencyId, from, to, amount }: TransferRequest): boolean {
  return row.currencyId === currencyId && row.from === from && row.to === to && row.amount === amount;
}

// The wallet of an answer holds only the accounts that the currency has. Servers that send none tell by their flags.
function movableOf(currency: UserCurrency): MovableCurrency {
  const { id, name, wallet } = currency;
  const flags = accountFlags(currency);
  const accounts = ACCOUNT_KINDS.filter((kind) =>
    wallet === null ? flags[kind] === true : wallet[`${kind}Available`] !== undefined,
  );
  return { currencyId: id, currency: name, accounts };
}
