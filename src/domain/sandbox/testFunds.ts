import { fundAccount } from '@halyard/contract/calls/sandbox';
import { moneyWrite } from '../../shared/money-writes/moneyWrite.ts';

/** Credits test funds. Exists only where the server is a sandbox: CALL_NOT_FOUND elsewhere. */
export const testFunds = moneyWrite({
  call: fundAccount,
  subject: 'testFunds',
  invalidates: ['Wallet'],
  errors: 'toast',
});
