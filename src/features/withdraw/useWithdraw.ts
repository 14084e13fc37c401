/** The withdrawal form: figures as one types, checks before the fund password is asked for, one request however often it is sent. */
import { useCallback, useState } from 'react';
import type { withdraw, Withdrawal, WithdrawalTerms } from '@halyard/contract/calls/withdrawals';
import { compare, isPositive, parseDecimal, ZERO, type Decimal } from '@halyard/contract/money';
import { checkFundPassword } from '@halyard/contract/rules/fundPassword';
import { checkAmount, withdrawalMin, withdrawalReceipt } from '@halyard/contract/rules/withdrawal';
import { withdrawalWrite } from '../../domain/withdrawals/withdrawalsApi.ts';
import { isStillOpen, type AppError } from '../../shared/api/appError.ts';
import { appErrorText, errorText } from '../../shared/i18n/errorText.ts';
import type { WishOf } from '../../shared/money-writes/moneyWrite.ts';
import { useMoneyWrite } from '../../shared/money-writes/useMoneyWrite.ts';
import { useFieldTexts } from '../../shared/ui/useFieldTexts.ts';
import type { Destination } from './useDestinations.ts';

type Field = 'destination' | 'amount' | 'password' | 'form';
type Texts = Readonly<Partial<Record<Field, string>>>;
type Typed = { readonly amount: string; readonly remark: string; readonly password: string };
type Request = WishOf<typeof withdraw>;

/** Terms with what a server of the family does not tell. */
export type KnownTerms = ReturnType<typeof knownTerms>;

// A server of the family takes eight places, and tells a percentage without a minimum.
const FAMILY_PLACES = 8;

/** The figures that the form reckons with. */
export function knownTerms({ feePercent, feeMin = ZERO, min, places = FAMILY_PLACES, available }: WithdrawalTerms) {
  return { feePercent, feeMin, places, available, min: withdrawalMin({ min, feePercent, feeMin, places }) };
}

/** What is taken and what arrives; nothing while there is no amount that can be sent. */
export function receiptOf(amount: Decimal | undefined, terms: KnownTerms) {
  return amount !== undefined && checkAmount(amount, terms) === undefined
    ? withdrawalReceipt(amount, terms)
    : undefined;
}

/** `check` says what is wrong before the fund password is asked for; `send` resolves to the withdrawal, `null` when the server tells no more than that it took it. */
export function useWithdraw(terms: KnownTerms, destinations: readonly Destination[], channelId: Request['channelId']) {
  const [typed, setTyped] = useState<Typed>({ amount: '', remark: '', password: '' });
  const [chosenKey, setChosenKey] = useState<string>();
  const { texts, refused, say, refuse } = useFieldTexts<Field>();
  const { send: post, isSending, status, error: failure } = useMoneyWrite(withdrawalWrite);
  const destination =
    destinations.find(({ key }) => key === chosenKey) ?? (destinations.length === 1 ? destinations[0] : undefined);
  const amount = parseDecimal(typed.amount);

  const check = useCallback((): boolean => {
    const wrong = {
      ...amountText(amount, terms),
      ...(destination === undefined && { destination: errorText('WITHDRAW_ADDRESS_REQUIRED') }),
    };
    return !refuse(wrong);
  }, [amount, terms, destination, refuse]);

  const send = useCallback(async (): Promise<Withdrawal | null | undefined> => {
    if (isSending || amount === undefined || destination === undefined) return undefined;
    const wrong = checkFundPassword(typed.password);
    if (wrong !== undefined) {
      refuse({ password: errorText(wrong.code, wrong.params) });
      return undefined;
    }
    refuse({});
    const outcome = await post({ ...requestTo(destination, typed), channelId, amount });
    if (outcome === undefined) return undefined;
    const { error } = outcome;
    if (error === undefined) return typeof outcome.data === 'string' ? null : outcome.data;
    const field = fieldOf(error);
    refuse({ [field]: appErrorText(error) });
    // What was typed stays, but a wrong password is typed anew.
    if (field === 'password') setTyped((before) => ({ ...before, password: '' }));
    return undefined;
  }, [isSending, amount, destination, typed, channelId, post, refuse]);

  const change = (part: Partial<Typed>) => {
    setTyped((before) => ({ ...before, ...part }));
    if (part.amount !== undefined) say('amount', undefined);
    if (part.password !== undefined) say('password', undefined);
  };
  const choose = (key: string) => {
    setChosenKey(key);
    say('destination', undefined);
  };
  return {
    typed,
    change,
    destination,
    choose,
    amount,
    texts,
    refused,
    isSending,
    status,
    /** Nobody knows whether the last one was taken. */
    isOpen: failure !== undefined && isStillOpen(failure),
    check,
    send,
  } as const;
}

export type WithdrawFormState = ReturnType<typeof useWithdraw>;

function requestTo(
  { addressId, address = '--', chain }: Destination,
  typed: Typed,
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

function amountText(amount: Decimal | undefined, terms: KnownTerms): Texts {
  const wrong = checkAmount(amount, terms);
  if (wrong !== undefined) return { amount: errorText(wrong.code, wrong.params) };
  const isTooMuch = amount !== undefined && isPositive(amount) && compare(amount, terms.available) > 0;
  return isTooMuch ? { amount: errorText('INSUFFICIENT_BALANCE') } : {};
}

function fieldOf({ code }: AppError): Field {
  if (code.startsWith('FUND_PASSWORD_')) return 'password';
  if (code.startsWith('AMOUNT_') || code === 'INSUFFICIENT_BALANCE') return 'amount';
  return code === 'WITHDRAW_ADDRESS_REQUIRED' || code === 'ADDRESS_NOT_FOUND' ? 'destination' : 'form';
}
