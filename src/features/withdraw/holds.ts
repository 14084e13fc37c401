/** What makes a withdrawal wait, before its amount is typed: until when, and why. */
import { useTranslation } from 'react-i18next';
import type { AddressId } from '@halyard/contract/ids';
import type { WithdrawalHold, WithdrawalTerms } from '@halyard/contract/withdrawals/calls';
import { useFormat } from '../../shared/format/useFormat.ts';
import type { Destination } from './useDestinations.ts';

/** All that are told, the longest first. An exchange of an earlier version tells of the login password alone. */
function holdsOf({ holds, blockedUntil }: WithdrawalTerms): readonly WithdrawalHold[] {
  return holds ?? (blockedUntil == null ? [] : [{ cause: 'password', until: blockedUntil }]);
}

/** The longest that holds a withdrawal there; while nothing is chosen, wherever it goes. */
export function holdOf(terms: WithdrawalTerms, chosen: Destination | undefined): WithdrawalHold | undefined {
  return holdsOf(terms).find(({ addressId }) => addressId === undefined || addressId === chosen?.addressId);
}

/** The one of an address that is new. */
export function ownHoldOf(terms: WithdrawalTerms, address: AddressId | undefined): WithdrawalHold | undefined {
  return holdsOf(terms).find(({ addressId }) => addressId !== undefined && addressId === address);
}

const TEXTS = {
  password: 'held.password',
  fund_password: 'held.fundPassword',
  address: 'held.address',
  bank_card: 'held.bankCard',
  factor: 'held.factor',
} as const;

/** Holds in words. */
export function useHoldTexts() {
  const { t } = useTranslation('withdraw');
  const format = useFormat();
  const timeOf = ({ until }: WithdrawalHold) => format.moment(Date.parse(until), 'dayMinute');
  return {
    why: (hold: WithdrawalHold) => t(TEXTS[hold.cause], { time: timeOf(hold) }),
    whenOf: (hold: WithdrawalHold | undefined) => hold && t('held.when', { time: timeOf(hold) }),
  };
}
