/** What an option does to the books: what it may cost and pay is set aside at first, and given out at its end. */
import type { CurrencyId, OptionId, UserId } from '@halyard/contract/ids';
import { add, negate, subtract, ZERO } from '@halyard/contract/money';
import { returnOf, type OptionMoney, type OptionResult } from '@halyard/contract/options/rules';
import type { AccountRef } from '../../ledger/accounts.ts';
import type { LedgerEntry } from '../../ledger/ledger.ts';

/** The money of an option, and whose it is. */
export type OptionStake = OptionMoney & {
  readonly id: OptionId;
  readonly userId: UserId;
  readonly currencyId: CurrencyId;
};

/** Sets aside stake and fee of the user, and of the house what it pays if he wins. */
export function openEntry(option: OptionStake): LedgerEntry {
  const { held, payout } = option;
  return {
    kind: 'option_open',
    reference: referenceOf(option),
    postings: [
      { account: optionAccount(option), available: negate(held), held },
      { account: houseAccount(option), available: negate(payout), held: payout },
    ],
  };
}

/** Gives out what was set aside. The fee is the house's now and not before, and of a void option it goes back. */
export function settleEntry(option: OptionStake, result: OptionResult): LedgerEntry {
  const { held, payout, currencyId } = option;
  const fee = result === 'void' ? ZERO : option.fee;
  const returned = returnOf(result, option);
  const kept = subtract(add(held, payout), add(returned, fee));
  return {
    kind: `option_${result}`,
    reference: referenceOf(option),
    postings: [
      { account: optionAccount(option), available: returned, held: negate(held) },
      { account: houseAccount(option), available: kept, held: negate(payout) },
      { account: { house: 'fees', currencyId }, available: fee, held: ZERO },
    ],
  };
}

/** By which the ledger's entries name an option. */
export function referenceOf({ id }: Pick<OptionStake, 'id'>): string {
  return `option:${id}`;
}

function optionAccount({ userId, currencyId }: OptionStake): AccountRef {
  return { userId, kind: 'option', currencyId };
}

function houseAccount({ currencyId }: OptionStake): AccountRef {
  return { house: 'options', currencyId };
}
