/** The form of the bank card: what was typed is kept on the device, each part is checked when it is left, all of them before they are sent. */
import { useState } from 'react';
import * as z from 'zod/mini';
import type { BankCard } from '@halyard/contract/calls/bank';
import { checkIban, formatIban } from '@halyard/contract/rules/bank';
import { CARD_PARTS, checkCardPart, type CardPart } from '@halyard/contract/rules/bankCard';
import { checkFundPassword } from '@halyard/contract/rules/fundPassword';
import { CARD_DRAFT, saveCard } from '../../domain/bank/bankApi.ts';
import { isOutcomeUnknown, type AppError } from '../../shared/api/appError.ts';
import { appErrorText, errorText } from '../../shared/i18n/errorText.ts';
import { useMoneyWrite } from '../../shared/money-writes/useMoneyWrite.ts';
import { useDraft } from '../../shared/storage/useDraft.ts';
import { useFieldTexts } from '../../shared/ui/useFieldTexts.ts';

const kept = z.object({
  holder: z.string(),
  accountNumber: z.string(),
  bankName: z.string(),
  branch: z.string(),
  bankAddress: z.string(),
  swift: z.string(),
  iban: z.string(),
  payeeAddress: z.string(),
  postalCode: z.string(),
});
type Typed = Readonly<Record<CardPart, string>>;
type Field = CardPart | 'password' | 'form';
type Texts = Readonly<Partial<Record<Field, string>>>;

export type BindCardState = ReturnType<typeof useBindCard>;

/** `submit` resolves to whether the card is bound. */
export function useBindCard(card: BankCard | null, hasPassword: boolean) {
  const draft = useDraft<Typed>({ name: CARD_DRAFT, initial: typedOf(card), read: readKept });
  const { value: typed, change: keep, forget } = draft;
  // Never part of what is kept on the device.
  const [password, setPassword] = useState('');
  const [isAskedFor, setAskedFor] = useState(false);
  const { texts, refused, say, refuse } = useFieldTexts<Field>();
  const { send, isSending, status } = useMoneyWrite(saveCard);
  const needsPassword = hasPassword || isAskedFor;

  const submit = async (): Promise<boolean> => {
    const wrong = { ...wrongParts(typed), ...(needsPassword && { password: wrongPassword(password) }) };
    if (refuse(wrong)) return false;
    const fundPassword = needsPassword ? { fundPassword: password } : {};
    const outcome = await send({ ...typed, ...fundPassword });
    if (outcome === undefined) return false;
    const { error } = outcome;
    if (error === undefined) {
      forget();
      return true;
    }
    const field = fieldOf(error);
    if (field === 'password') {
      setAskedFor(true);
      // What was typed stays, but a wrong password is typed anew.
      setPassword('');
    }
    refuse({ [field]: field === 'form' ? formText(error) : appErrorText(error) });
    return false;
  };

  return {
    typed,
    password,
    needsPassword,
    texts,
    refused,
    isSending,
    status,
    isKept: draft.isKept,
    change: (part: CardPart, text: string) => {
      keep((before) => ({ ...before, [part]: text }));
      say(part, undefined);
    },
    /** A part that is being typed is not found fault with before it is left, and an empty one not before it is sent. */
    leave: (part: CardPart) => {
      const text = typed[part];
      if (text.trim() === '') return;
      say(part, wrongPart(part, text));
      if (part === 'iban' && checkIban(text) === undefined) keep((before) => ({ ...before, iban: formatIban(text) }));
    },
    changePassword: (digits: string) => {
      setPassword(digits);
      say('password', undefined);
    },
    submit,
  } as const;
}

function typedOf(card: BankCard | null): Typed {
  const of = (part: CardPart) => card?.[part] ?? '';
  const iban = of('iban');
  return {
    holder: of('holder'),
    accountNumber: of('accountNumber'),
    bankName: of('bankName'),
    branch: of('branch'),
    bankAddress: of('bankAddress'),
    swift: of('swift'),
    iban: iban === '' ? '' : formatIban(iban),
    payeeAddress: of('payeeAddress'),
    postalCode: of('postalCode'),
  };
}

function wrongPart(part: CardPart, text: string): string | undefined {
  const found = checkCardPart(part, text);
  return found && errorText(found.code, found.params);
}

function wrongParts(typed: Typed): Texts {
  return Object.fromEntries(CARD_PARTS.map((part) => [part, wrongPart(part, typed[part])]));
}

function wrongPassword(password: string): string | undefined {
  const found = checkFundPassword(password);
  return found && errorText(found.code, found.params);
}

const FIELDS: Readonly<Record<string, Field>> = {
  BANK_HOLDER_REQUIRED: 'holder',
  BANK_ACCOUNT_REQUIRED: 'accountNumber',
  BANK_NAME_REQUIRED: 'bankName',
  BANK_ADDRESS_REQUIRED: 'bankAddress',
  PAYEE_ADDRESS_REQUIRED: 'payeeAddress',
  POSTAL_CODE_REQUIRED: 'postalCode',
  SWIFT_INVALID: 'swift',
};

function fieldOf({ code }: AppError): Field {
  if (code.startsWith('FUND_PASSWORD_')) return 'password';
  return code.startsWith('IBAN_') ? 'iban' : (FIELDS[code] ?? 'form');
}

/** That it failed, and why where there is more to say than to try again. */
function formText(error: AppError): string {
  const failed = errorText('BINDING_FAILED');
  const isSaidAll = isOutcomeUnknown(error) || (error.code === 'UNKNOWN' && error.message === undefined);
  return isSaidAll ? failed : `${failed} ${appErrorText(error)}`;
}

function readKept(value: unknown): Typed | undefined {
  const read = z.safeParse(kept, value);
  return read.success ? read.data : undefined;
}
