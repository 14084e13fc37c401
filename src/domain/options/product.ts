import { buyOption, setSelfLimits } from '@halyard/contract/options/calls';
import { moneyMutation } from '../../shared/money-mutations/moneyMutation.ts';
import { optionsApi, cacheOptions } from './optionsApi.ts';
import { QUIET, type DomainProduct } from '../product.ts';

/** Buys an option. */
export const purchase = moneyMutation({
  call: buyOption,
  subject: 'option',
  // A refusal may mean that terms, limits or balance differ from what was shown.
  invalidates: (option) => ['Wallet', 'SelfLimits', ...(option === undefined ? (['OptionTerms'] as const) : [])],
  onDone: (option, dispatch) => cacheOptions([option], dispatch),
  detailOf: ({ symbol, stake, currency }, format) => `${symbol}, ${format.money(stake, currency)}`,
});

/** Sets the user's self-imposed limits. */
export const selfLimitsChange = moneyMutation({
  call: setSelfLimits,
  subject: 'selfLimits',
  invalidates: ['SelfLimits'],
});

export const product: DomainProduct = {
  mutations: [purchase, selfLimitsChange],
  readAhead: [
    (dispatch) => dispatch(optionsApi.endpoints.pageOptions.initiate({}, QUIET)),
    (dispatch) => dispatch(optionsApi.endpoints.listOptionDays.initiate({}, QUIET)),
  ],
};
