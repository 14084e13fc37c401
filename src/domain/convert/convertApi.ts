/** Converting coins: quotes, and the mutation that accepts one. */
import type { RequestOf } from '@halyard/contract/call';
import {
  acceptConvert,
  quoteConvert,
  quoteSmallBalances,
  type ConvertQuote,
  type ConvertRow,
} from '@halyard/contract/convert/calls';
import { add, ZERO, type Decimal } from '@halyard/contract/money';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { moneyMutation } from '../../shared/money-mutations/moneyMutation.ts';

export const convertApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** Quotes an amount. */
    quoteConvert: build.mutation<ConvertQuote, RequestOf<typeof quoteConvert>>({
      query: (request) => toCall(quoteConvert, request),
      extraOptions: { errors: 'inline' },
    }),
    /** Quotes all small balances. */
    quoteSmallBalances: build.mutation<ConvertQuote, void>({
      query: () => toCall(quoteSmallBalances, {}),
      extraOptions: { errors: 'inline' },
    }),
  }),
});

export const { useQuoteConvertMutation, useQuoteSmallBalancesMutation } = convertApi;

/** Executes a quote. */
export const acceptance = moneyMutation({
  call: acceptConvert,
  subject: 'convert',
  invalidates: ['Wallet', 'Movement', 'Performance'],
  detailOf: ({ rows }, format) => format.money(receivedIn(rows), rows[0]?.to ?? ''),
});

/** Total of the rows of a quote, which all give the same coin. */
export function receivedIn(rows: readonly ConvertRow[]): Decimal {
  return add(ZERO, ...rows.map(({ received }) => received));
}
