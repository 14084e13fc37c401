/** The exchange's own bank account, and the reference that identifies a user's payment. */
import type { BankAccount } from '@halyard/contract/deposits/calls';
import type { UserId } from '@halyard/contract/ids';

/** The bank account that users pay to; `swift` and `bankAddress` may be missing. */
export type BankDetails = Omit<BankAccount, 'reference'>;

/** Shown in a sandbox without a configured account: no one can pay to it. */
export const SANDBOX_BANK: BankDetails = {
  bankName: 'Example Bank (sandbox, not real)',
  accountNumber: '000000000000',
  holder: 'Halyard Sandbox (do not pay)',
  swift: 'EXAMXX00XXX',
  bankAddress: '1 Example Street, Nowhere',
};

/** The account as one user sees it. */
export function bankAccountFor(bank: BankDetails, userId: UserId): BankAccount {
  return { ...bank, reference: referenceOf(userId) };
}

const DIGITS = 8;
const DIVISOR = 97n;
// ISO 7064: letters count from 10, and `RF` is appended with two zeros for the check digits.
const PREFIX = 'HY';
const RF_WITHOUT_CHECK = '271500';

/**
 * A creditor reference (ISO 11649) of the user, such as `RF18HY00000017`: its check digits detect typing errors, which
 * would name another user.
 */
export function referenceOf(userId: UserId): string {
  const number = String(userId).padStart(DIGITS, '0');
  const value = BigInt(`${digitsOf(PREFIX)}${number}${RF_WITHOUT_CHECK}`);
  const check = String(98n - (value % DIVISOR)).padStart(2, '0');
  return `RF${check}${PREFIX}${number}`;
}

function digitsOf(letters: string): string {
  return Array.from(letters, (letter) => letter.charCodeAt(0) - 'A'.charCodeAt(0) + 10).join('');
}
