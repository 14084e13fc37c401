/**
 * State of the withdrawal form: figures while typing, checks before the fund password, one request however often it is
 * sent.
 */
import { useState } from 'react';
import type { withdraw, Withdrawal, WithdrawalTerms } from '@halyard/contract/withdrawals/calls';
import type { CodedError } from '@halyard/contract/errors';
import { compare, isPositive, parseDecimal, ZERO, type Decimal } from '@halyard/contract/money';
import { checkFundPassword } from '@halyard/contract/security/rules';
import { checkAmount, withdrawalMin, withdrawalReceipt } from '@halyard/contract/withdrawals/rules';
import { withdrawalMutation } from '../../domain/withdrawals/withdrawalsApi.ts';
import { isStillOpen, type AppError } from '../../shared/api/appError.ts';
import { useForm, type Faults } from '../../shared/forms/useForm.ts';
import type { PendingRequestOf } from '../../shared/money-mutations/moneyMutation.ts';
import { useMoneyMutation } from '../../shared/money-mutations/useMoneyMutation.ts';
import type { Destination } from './useDestinations.ts';

const EMPTY = { amount: '', remark: '', password: '' };
type Field = keyof typeof EMPTY | 'destination';
type Request = PendingRequestOf<typeof withdraw>;

/** Terms, with defaults for what a legacy server does not send. */
export type KnownTerms = ReturnType<typeof knownTerms>;

// A legacy server takes eight decimals, and sends a percentage without a minimum.
const LEGACY_PLACES = 8;

/** The figures that the form computes with. */
export function knownTerms({ feePercent, feeMin = ZERO, min, places = LEGACY_PLACES, available }: WithdrawalTerms) {
  return { feePercent, feeMin, places, available, min: withdrawalMin({ min, feePercent, feeMin, places }) };
}

/** Amount taken and amount received; undefined without a valid amount. */
export function receiptOf(amount: Decimal | undefined, terms: KnownTerms) {
  return amount !== undefined && checkAmount(amount, terms) === undefined
    ? withdrawalReceipt(amount, terms)
    : undefined;
}

/** `onDone` receives the withdrawal, or the text of a server that sends no more. */
export function useWithdraw(
  terms: KnownTerms,
  destinations: readonly Destination[],
  channelId: Request['channelId'],
  { review, onDone }: { readonly review: () => void; readonly onDone: (taken: Withdrawal | string) => void },
) {
  const [chosenKey, setChosenKey] = useState<string>();
  const { send, status, error: failure } = useMoneyMutation(withdrawalMutation);
  const destination =
    destinations.find(({ key }) => key === chosenKey) ?? (destinations.length === 1 ? destinations[0] : undefined);

  const form = useForm({
    initial: EMPTY,
    secret: 'password',
    isForgiving: true,
    check: ({ amount }): Faults<Field> => ({
      amount: faultIn(parseDecimal(amount), terms),
      destination: destination === undefined ? { code: 'WITHDRAW_ADDRESS_REQUIRED' } : undefined,
    }),
    review,
    checkReview: ({ password }) => ({ password: checkFundPassword(password) }),
    fieldOf,
    send: async (typed) => {
      const amount = parseDecimal(typed.amount);
      if (amount === undefined || destination === undefined) return undefined;
      return send({ ...requestTo(destination, typed), channelId, amount });
    },
    onDone,
  });

  const choose = (key: string) => {
    setChosenKey(key);
    form.setFault('destination', undefined);
  };
  const amount = parseDecimal(form.typed.amount);
  /** It is unknown whether the last request was accepted. */
  const isOpen = failure !== undefined && isStillOpen(failure);
  return { ...form, destination, choose, amount, status, isOpen } as const;
}

export type WithdrawFormState = ReturnType<typeof useWithdraw>;

function requestTo(
  { addressId, address = '--', chain }: Destination,
  typed: typeof EMPTY,
): Omit<Request, 'channelId' | 'amount'> {
  const remark = typed.remark.trim();
  return {
    address,
    ...(addressId !== undefined && { addressId }),
    ...(chain !== undefined && { chain }),
    ...(remark !== '' && { remark }),
    fundPassword: typed.password,
  };
}

function faultIn(amount: Decimal | undefined, terms: KnownTerms): CodedError | undefined {
  const wrong = checkAmount(amount, terms);
  if (wrong !== undefined) return wrong;
  const isTooMuch = amount !== undefined && isPositive(amount) && compare(amount, terms.available) > 0;
  return isTooMuch ? { code: 'INSUFFICIENT_BALANCE' } : undefined;
}

function fieldOf({ code }: AppError): Field | undefined {
  if (code.startsWith('FUND_PASSWORD_')) return 'password';
  if (code.startsWith('AMOUNT_') || code === 'INSUFFICIENT_BALANCE') return 'amount';
  return code === 'WITHDRAW_ADDRESS_REQUIRED' || code === 'ADDRESS_NOT_FOUND' ? 'destination' : undefined;
}
