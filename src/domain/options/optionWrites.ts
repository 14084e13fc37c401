/** Buying an option, and the limits that a user sets himself. */
import { buyOption } from '@halyard/contract/calls/options';
import { setOwnLimits } from '@halyard/contract/calls/ownLimits';
import { moneyWrite } from '../../shared/money-writes/moneyWrite.ts';
import { cacheOptions } from './cacheOptions.ts';

/** Buys an option. */
export const purchase = moneyWrite({
  call: buyOption,
  subject: 'option',
  // A refusal may say that the terms, the limits or the balance are not what was shown.
  invalidates: (option) => ['Wallet', 'OwnLimits', ...(option === undefined ? (['OptionTerms'] as const) : [])],
  onDone: (option, dispatch) => cacheOptions([option], dispatch),
  detailOf: ({ symbol, stake, currency }, format) => `${symbol}, ${format.money(stake, currency)}`,
});

/** Sets the user's own limits. */
export const ownLimitsChange = moneyWrite({
  call: setOwnLimits,
  subject: 'ownLimits',
  invalidates: ['OwnLimits'],
});
