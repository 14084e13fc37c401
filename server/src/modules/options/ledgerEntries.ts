/**
 * Ledger entries of an option: the possible cost and payout are held at the purchase and distributed at the settlement.
 */
import type { CurrencyId, OptionId, UserId } from '@halyard/contract/ids';
import { add, negate, subtract, ZERO } from '@halyard/contract/money';
import { returnOf, type OptionMoney, type OptionResult } from '@halyard/contract/options/rules';
import type { AccountRef } from '../../ledger/accounts.ts';
import type { LedgerEntry } from '../../ledger/ledger.ts';

/** The money of an option and its user. */
export type OptionStake = OptionMoney & {
  readonly id: OptionId;
  readonly userId: UserId;
  readonly currencyId: CurrencyId;
};

/** Holds the stake and fee of the user, and the payout of the house. */
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

/** Distributes the held amounts. The fee goes to the house only now; it is returned when the option is void. */
export function settleEntry(option: OptionStake, result: OptionResult): LedgerEntry {
  const { held, payout, currencyId } = option;
  const fee = result === 'void' ? ZERO : option.fee;
  const returned = returnOf(result, option);
  const retained = subtract(add(held, payout), add(returned, fee));
  return {
    kind: `option_${result}`,
    reference: referenceOf(option),
    postings: [
      { account: optionAccount(option), available: returned, held: negate(held) },
      { account: houseAccount(option), available: retained, held: negate(payout) },
      { account: { house: 'fees', currencyId }, available: fee, held: ZERO },
    ],
  };
}

/** Reference of the option in ledger entries. */
export function referenceOf({ id }: Pick<OptionStake, 'id'>): string {
  return `option:${id}`;
}

function optionAccount({ userId, currencyId }: OptionStake): AccountRef {
  return { userId, kind: 'option', currencyId };
}

function houseAccount({ currencyId }: OptionStake): AccountRef {
  return { house: 'options', currencyId };
}
