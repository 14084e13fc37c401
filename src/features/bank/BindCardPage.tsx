import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { BankCard } from '@halyard/contract/bank/calls';
import {
  CARD_LENGTHS,
  CARD_PARTS,
  checkCardHolder,
  checkCardPart,
  checkIban,
  formatIban,
  type CardPart,
} from '@halyard/contract/bank/rules';
import { checkFundPassword } from '@halyard/contract/security/rules';
import { CARD_DRAFT, saveCard, useGetBankCardQuery } from '../../domain/bank/bankApi.ts';
import { useGetIdentityQuery } from '../../domain/identity/identityApi.ts';
import { useHasFundPasswordQuery } from '../../domain/security/securityApi.ts';
import { StepUpFields } from '../../domain/security/OwnCodeField.tsx';
import {
  endOwnCodeWait,
  NO_STEP_UP,
  stepUpFaults,
  stepUpFieldOf,
  useHoldText,
  useStepUp,
} from '../../domain/security/useStepUp.ts';
import { type AppError, isStillOpen } from '../../shared/api/appError.ts';
import { type Faults, useForm } from '../../shared/forms/useForm.ts';
import { appErrorText, errorText, noticeText } from '../../shared/i18n/errorText.ts';
import { joinSentences } from '../../shared/i18n/joinSentences.ts';
import { useCheckingText, useMoneyMutation } from '../../shared/money-mutations/useMoneyMutation.ts';
import { useBackIfHere } from '../../shared/navigation/useIsHere.ts';
import { readAs, useDraft } from '../../shared/storage/useDraft.ts';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { MoneyButton } from '../../shared/ui/MoneyButton.tsx';
import { SidesLoading } from '../../shared/ui/SidesLoading.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { PinField } from '../../shared/ui/CodeField.tsx';
import { TextAreaField, TextField } from '../../shared/ui/TextField.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import styles from './Bank.module.css';

const draftSchema = z.object({
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

// Input attributes of each part. The phone may fill in known values; nothing is autocorrected.
const CODE = { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false } as const;

const INPUTS: Readonly<Partial<Record<CardPart, ComponentProps<'input'>>>> = {
  holder: { autoComplete: 'name' },
  accountNumber: CODE,
  swift: CODE,
  iban: CODE,
  postalCode: { autoComplete: 'postal-code', autoCapitalize: 'characters' },
};

const isOptional = (part: CardPart) => checkCardPart(part, '') === undefined;

const HINTED = ['holder', 'swift', 'iban'] as const;

/** Binding a bank card, or changing the bound one. */
export function BindCardPage() {
  const { t } = useTranslation('bank');
  const back = useBackIfHere();
  const { data: card, error, refetch } = useGetBankCardQuery();
  const { data: hasPassword, isLoading } = useHasFundPasswordQuery();
  const failure = card === undefined ? (error as AppError | undefined) : undefined;
  const isReady = card !== undefined && !isLoading;
  return (
    <Page header={<NavBar title={t(card == null ? 'bind' : 'change')} />}>
      {failure !== undefined && <ErrorState error={failure} onRetry={refetch} />}
      {failure === undefined && !isReady && <SidesLoading start={[52, 52, 52, 52]} end={[52, 52, 52, 52]} />}
      {/* When it is unknown whether a fund password exists, the exchange decides on submission. */}
      {isReady && <BindCardForm card={card} hasPassword={hasPassword === true} onDone={back} />}
    </Page>
  );
}

type BindCardFormProps = { card: BankCard | null; hasPassword: boolean; onDone: () => void };

/** Parts of the account at its bank, beside which a desktop shows the others. */
const BANK_PARTS = ['accountNumber', 'iban', 'bankName', 'branch', 'bankAddress', 'swift'] as const;

const HOLDER_PARTS = ['holder', 'payeeAddress', 'postalCode'] as const;

/** All fields that a transfer to the user's bank needs, then the step-up. */
function BindCardForm({ card, hasPassword, onDone }: BindCardFormProps) {
  const { t } = useTranslation('bank');
  const holdText = useHoldText('there');
  const form = useBindCard(card, hasPassword, () => {
    showToast({ kind: 'success', text: noticeText('BANK_CARD_SAVED') });
    onDone();
  });
  const checking = useCheckingText(form.status);
  return (
    <form {...form.element} className={styles['stack']}>
      <div data-side="start">
        <h2 className={styles['heading']}>{t('sections.bank')}</h2>
        {BANK_PARTS.map((part) => (
          <PartField key={part} part={part} form={form} />
        ))}
      </div>
      <div data-side="end">
        <h2 className={styles['heading']}>{t('sections.holder')}</h2>
        {HOLDER_PARTS.map((part) => (
          <PartField key={part} part={part} form={form} />
        ))}
        {(form.needsPassword || form.needsStepUp) && <h2 className={styles['heading']}>{t('sections.confirm')}</h2>}
        {form.needsPassword && <PinField label={t('parts.password')} {...form.field('password')} />}
        {form.needsStepUp && <StepUpFields password={form.field('loginPassword')} code={form.field('code')} />}
        {!form.isPersisted && <p className={styles['note']}>{errorText('DRAFT_NOT_KEPT')}</p>}
        {card !== null && <p className={styles['note']}>{t('kept')}</p>}
        {holdText !== undefined && <p className={styles['note']}>{holdText}</p>}
      </div>
      <MoneyButton isSending={form.isSending} error={checking ?? form.texts.form}>
        {t('save')}
      </MoneyButton>
    </form>
  );
}

function PartField({ part, form }: { part: CardPart; form: BindCardState }) {
  const { t } = useTranslation('bank');
  const name = t(`parts.${part}`);
  const common = {
    label: isOptional(part) ? t('optional', { part: name }) : name,
    maxLength: CARD_LENGTHS[part],
    onBlur: () => form.leave(part),
    ...form.field(part),
    ...(isHinted(part) && { hint: t(`hints.${part}`) }),
  };
  if (part === 'payeeAddress') return <TextAreaField {...common} autoComplete="street-address" />;
  if (part === 'bankAddress') return <TextAreaField {...common} autoComplete="off" />;
  const { autoComplete = 'off', ...input } = INPUTS[part] ?? {};
  return (
    <TextField
      {...common}
      autoComplete={autoComplete}
      autoCapitalize={input.autoCapitalize}
      spellCheck={input.spellCheck}
    />
  );
}

type Hinted = (typeof HINTED)[number];

function isHinted(part: CardPart): part is Hinted {
  return HINTED.some((hinted) => hinted === part);
}

/** State of the bank card form: typed values are persisted, and each part is checked when it loses focus. */
type Typed = Readonly<Record<CardPart, string>>;

type Field = CardPart | 'password' | keyof typeof NO_STEP_UP;

type BindCardState = ReturnType<typeof useBindCard>;

function useBindCard(card: BankCard | null, hasPassword: boolean, onDone: () => void) {
  const draft = useDraft<Typed>({ name: CARD_DRAFT, initial: typedOf(card), read: readAs(draftSchema) });
  const [isAskedFor, setAskedFor] = useState(false);
  const { send, status } = useMoneyMutation(saveCard);
  const needsPassword = hasPassword || isAskedFor;
  const stepUp = useStepUp();
  const name = useVerifiedName(stepUp.isOwnExchange);
  const faultIn = (part: CardPart, text: string) =>
    checkCardPart(part, text) ?? (part === 'holder' && name !== undefined ? checkCardHolder(text, name) : undefined);

  const form = useForm({
    // Never persisted.
    initial: { password: '', ...NO_STEP_UP },
    draft,
    secret: 'password',
    isForgiving: true,
    check: ({ password, ...typed }): Faults<Field> => ({
      ...Object.fromEntries(CARD_PARTS.map((part) => [part, faultIn(part, typed[part])])),
      password: needsPassword ? checkFundPassword(password) : undefined,
      ...(stepUp.isWanted && stepUpFaults(typed)),
    }),
    fieldOf,
    textOf,
    send: ({ password, loginPassword, code, ...parts }) =>
      send({
        ...parts,
        ...(needsPassword && { fundPassword: password }),
        ...(stepUp.isWanted && { loginPassword, code }),
      }),
    onRefused: (error) => {
      if (fieldOf(error) === 'password') setAskedFor(true);
      if (stepUpFieldOf(error.code) !== undefined) stepUp.ask();
    },
    onDone: () => {
      endOwnCodeWait();
      onDone();
    },
  });

  /** A part is checked when it loses focus, an empty one on submission. */
  const leave = (part: CardPart) => {
    const text = form.typed[part];
    if (text.trim() === '') return;
    if (part === 'iban' && checkIban(text) === undefined) form.set('iban', formatIban(text));
    form.setFault(part, faultIn(part, text));
  };
  return {
    ...form,
    needsPassword,
    needsStepUp: stepUp.isWanted,
    status,
    isPersisted: draft.isPersisted,
    leave,
  } as const;
}

/** The user's verified name; a legacy server may mask it. */
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

function fieldOf({ code }: AppError): Field | undefined {
  if (code.startsWith('FUND_PASSWORD_')) return 'password';
  return code.startsWith('IBAN_') ? 'iban' : (FIELDS[code] ?? stepUpFieldOf(code));
}

/** The failure, with its reason when retrying alone does not help. */
function textOf(error: AppError): string {
  if (isStillOpen(error)) return appErrorText(error);
  const failed = errorText('BINDING_FAILED');
  return error.code === 'SUBMIT_FAILED' ? failed : joinSentences([failed, appErrorText(error)]);
}
