/** Texts of ledger entries, in the language of the request, and their numbers for legacy clients. */
import type { UserEntryKind } from '@halyard/contract/wallet/entryCalls';
import type { AccountKind } from '@halyard/contract/wallet/calls';
import type { Language } from '@halyard/contract/languages';
import { fillIn } from '../../calls/messages.ts';
import type { EntryLabels } from '../../module.ts';
import texts from './transferTexts.json' with { type: 'json' };

type TransferTexts = {
  readonly out: string;
  readonly in: string;
  readonly accounts: Readonly<Record<AccountKind, string>>;
};

const TRANSFER_TEXTS: Readonly<Record<Language, TransferTexts>> = texts;

type Sides = { readonly out: number; readonly in: number };
// Legacy clients have no trust account; 15 and 16 are of accounts other than spot.
const ELSEWHERE: Sides = { out: 15, in: 16 };
const TRANSFER_NUMBERS: Readonly<Record<AccountKind, Sides>> = {
  spot: { out: 11, in: 12 },
  contract: ELSEWHERE,
  option: ELSEWHERE,
  trust: ELSEWHERE,
};

/** Text of one side of a transfer; `other` is the other account. */
export function transferText(language: Language, other: AccountKind, isIn: boolean): string {
  const side = TRANSFER_TEXTS[language];
  return fillIn(isIn ? side.in : side.out, { account: side.accounts[other] });
}

/** Number of one side of a transfer for legacy clients, in the account of that side. */
export function transferNumber(account: AccountKind, isIn: boolean): number {
  return TRANSFER_NUMBERS[account][isIn ? 'in' : 'out'];
}

/** Text and number of a ledger entry that is no transfer. Throws a `RangeError` for a kind that no module labels. */
export function labelOf(
  labels: EntryLabels,
  { kind, account }: { readonly kind: UserEntryKind; readonly account: AccountKind },
  language: Language,
): { readonly info: string; readonly type: number } {
  const label = labels[kind];
  if (label === undefined) throw new RangeError(`no module labels the movement ${kind}`);
  const { text, legacyNumber } = label;
  return { info: text[language], type: typeof legacyNumber === 'number' ? legacyNumber : legacyNumber[account] };
}
