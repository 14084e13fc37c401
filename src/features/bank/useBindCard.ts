/** The form of the bank card: what was typed is kept on the device, and each part is checked when it is left. */
import { useState } from 'react';
import * as z from 'zod/mini';
import type { BankCard } from '@halyard/contract/bank/calls';
import { checkIban, formatIban } from '@halyard/contract/bank/rules';
import { CARD_PARTS, checkCardPart, type CardPart } from '@halyard/contract/bank/bankCard';
import { checkFundPassword } from '@halyard/contract/security/fundPassword';
import { checkCardHolder } from '@halyard/contract/bank/holderName';
import { CARD_DRAFT, saveCard } from '../../domain/bank/bankApi.ts';
import { useGetIdentityQuery } from '../../domain/identity/identityApi.ts';
import { endOwnCodeWait, NO_PROOF, proofFaults, proofFieldOf, useStepUp } from '../../domain/security/useStepUp.ts';
import { isOutcomeUnknown, type AppError } from '../../shared/api/appError.ts';
import { appErrorText, errorText } from '../../shared/i18n/errorText.ts';
import { joinSentences } from '../../shared/i18n/joinSentences.ts';
import { useForm, type Faults } from '../../shared/forms/useForm.ts';
import { useMoneyMutation } from '../../shared/money-mutations/useMoneyMutation.ts';
import { readAs, useDraft } from '../../shared/storage/useDraft.ts';

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
type Field = CardPart | 'password' | keyof typeof NO_PROOF;

export type BindCardState = ReturnType<typeof useBindCard>;

export function useBindCard(card: BankCard | null, hasPassword: boolean, onDone: () => void) {
  const draft = useDraft<Typed>({ name: CARD_DRAFT, initial: typedOf(card), read: readAs(kept) });
  const [isAskedFor, setAskedFor] = useState(false);
  const { send, status } = useMoneyMutation(saveCard);
  const needsPassword = hasPassword || isAskedFor;
  const proof = useStepUp();
  const name = useVerifiedName(proof.isOwnExchange);
  const faultIn = (part: CardPart, text: string) =>
    checkCardPart(part, text) ?? (part === 'holder' && name !== undefined ? checkCardHolder(text, name) : undefined);

  const form = useForm({
    // Never part of what is kept on the device.
    initial: { password: '', ...NO_PROOF },
    draft,
    secret: 'password',
    isForgiving: true,
    check: ({ password, ...typed }): Faults<Field> => ({
      ...Object.fromEntries(CARD_PARTS.map((part) => [part, faultIn(part, typed[part])])),
      password: needsPassword ? checkFundPassword(password) : undefined,
      ...(proof.isWanted && proofFaults(typed)),
    }),
    fieldOf,
    textOf,
    send: ({ password, loginPassword, code, ...parts }) =>
      send({
        ...parts,
        ...(needsPassword && { fundPassword: password }),
        ...(proof.isWanted && { loginPassword, code }),
      }),
    onRefused: (error) => {
      if (fieldOf(error) === 'password') setAskedFor(true);
      if (proofFieldOf(error.code) !== undefined) proof.ask();
    },
    onDone: () => {
      endOwnCodeWait();
      onDone();
    },
  });

  /** A part that is being typed is not found fault with before it is left, and an empty one not before it is sent. */
  const leave = (part: CardPart) => {
    const text = form.typed[part];
    if (text.trim() === '') return;
    if (part === 'iban' && checkIban(text) === undefined) form.set('iban', formatIban(text));
    form.setFault(part, faultIn(part, text));
  };
  return { ...form, needsPassword, needsProof: proof.isWanted, status, isPersisted: draft.isPersisted, leave } as const;
}

/** The user's name once it is verified; another server of the family may tell it masked. */
function useVerifiedName(isOwnExchange: boolean): string | undefined {
  const { data: identity } = useGetIdentityQuery(undefined, { skip: !isOwnExchange });
  return identity?.basic.status === 'verified' ? (identity.name ?? undefined) : undefined;
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

const FIELDS: Readonly<Record<string, Field>> = {
  BANK_HOLDER_REQUIRED: 'holder',
  BANK_HOLDER_DIFFERS: 'holder',
  BANK_ACCOUNT_REQUIRED: 'accountNumber',
  BANK_NAME_REQUIRED: 'bankName',
  BANK_ADDRESS_REQUIRED: 'bankAddress',
  PAYEE_ADDRESS_REQUIRED: 'payeeAddress',
  POSTAL_CODE_REQUIRED: 'postalCode',
  SWIFT_INVALID: 'swift',
};

function fieldOf({ code }: AppError): Field | undefined {
  if (code.startsWith('FUND_PASSWORD_')) return 'password';
  return code.startsWith('IBAN_') ? 'iban' : (FIELDS[code] ?? proofFieldOf(code));
}

/** That it failed, and why where there is more to say than to try again. */
function textOf(error: AppError): string {
  const failed = errorText('BINDING_FAILED');
  const isSaidAll = isOutcomeUnknown(error) || error.code === 'SUBMIT_FAILED';
  return isSaidAll ? failed : joinSentences([failed, appErrorText(error)]);
}
