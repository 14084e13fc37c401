import { fundAccount } from '@halyard/contract/sandbox/calls';
import { moneyMutation } from '../../shared/money-mutations/moneyMutation.ts';

/** Credits test funds. Exists only where the server is a sandbox: CALL_NOT_FOUND elsewhere. */
export const testFunds = moneyMutation({
  call: fundAccount,
  subject: 'testFunds',
  invalidates: ['Wallet'],
  errors: 'toast',
});
