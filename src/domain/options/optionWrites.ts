/** Buying an option, and the limits that a user sets himself. */
import { buyOption } from '@halyard/contract/options/calls';
import { setSelfLimits } from '@halyard/contract/options/selfLimitCalls';
import { moneyMutation } from '../../shared/money-mutations/moneyMutation.ts';
import { cacheOptions } from './cacheOptions.ts';

/** Buys an option. */
export const purchase = moneyMutation({
  call: buyOption,
  subject: 'option',
  // A refusal may say that the terms, the limits or the balance are not what was shown.
  invalidates: (option) => ['Wallet', 'SelfLimits', ...(option === undefined ? (['OptionTerms'] as const) : [])],
  onDone: (option, dispatch) => cacheOptions([option], dispatch),
  detailOf: ({ symbol, stake, currency }, format) => `${symbol}, ${format.money(stake, currency)}`,
});

/** Sets the user's own limits. */
export const selfLimitsChange = moneyMutation({
  call: setSelfLimits,
  subject: 'selfLimits',
  invalidates: ['SelfLimits'],
});
