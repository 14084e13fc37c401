import { fundAccount } from '@halyard/contract/sandbox/calls';
import { moneyMutation } from '../../shared/money-mutations/moneyMutation.ts';

/** Credits test funds. Errors: CALL_NOT_FOUND outside a sandbox. */
export const testFunds = moneyMutation({
  call: fundAccount,
  subject: 'testFunds',
  invalidates: ['Wallet'],
  errors: 'toast',
});
