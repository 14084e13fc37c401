/** The withdrawal form: figures as one types, checks before the fund password is asked for, one request however often it is sent. */
import { useCallback, useState } from 'react';
import type { Withdrawal, WithdrawalTerms } from '@halyard/contract/calls/withdrawals';
import { compare, isPositive, parseDecimal, ZERO, type Decimal } from '@halyard/contract/money';
import { checkFundPassword } from '@halyard/contract/rules/fundPassword';
import { checkAmount, withdrawalMin, withdrawalReceipt } from '@halyard/contract/rules/withdrawal';
import { useWithdrawMutation, type WithdrawalRequest } from '../../domain/withdrawals/withdrawalsApi.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { isStillOpen, useSendOnce } from '../../shared/api/useSendOnce.ts';
import { appErrorText, errorText } from '../../shared/i18n/errorText.ts';
import { useFieldTexts } from '../../shared/ui/useFieldTexts.ts';
import type { Destination } from './useDestinations.ts';

type Field = 'destination' | 'amount' | 'password' | 'form';
type Texts = Readonly<Partial<Record<Field, string>>>;
type Typed = { readonly amount: string; readonly remark: string; readonly password: string };
type Request = Omit<WithdrawalRequest, 'clientRequestId'>;

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
  const [isOpen, setOpen] = useState(false);
  const [run, { isLoading }] = useWithdrawMutation();
  const post = useSendOnce<Request, Withdrawal | null>(run, fingerprint);
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
    if (isLoading || amount === undefined || destination === undefined) return undefined;
    const wrong = checkFundPassword(typed.password);
    if (wrong !== undefined) {
      refuse({ password: errorText(wrong.code, wrong.params) });
      return undefined;
    }
    refuse({});
    const outcome = await post({ ...requestTo(destination, typed), channelId, amount });
    if (outcome === undefined) return undefined;
    const error = outcome.error as AppError | undefined;
    setOpen(error !== undefined && isStillOpen(error));
    if (error === undefined) return outcome.data ?? null;
    const field = fieldOf(error);
    refuse({ [field]: appErrorText(error) });
    // What was typed stays, but a wrong password is typed anew.
    if (field === 'password') setTyped((before) => ({ ...before, password: '' }));
    return undefined;
  }, [isLoading, amount, destination, typed, channelId, post, refuse]);

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
    isSending: isLoading,
    isOpen,
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

// The password is not part of what is asked for: the same withdrawal with it corrected is the same withdrawal.
function fingerprint({ fundPassword: _password, ...asked }: Request): string {
  return JSON.stringify(asked);
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
