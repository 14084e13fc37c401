import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { BankCard } from '@halyard/contract/bank/calls';
import { CARD_LENGTHS, CARD_PARTS, checkCardPart, type CardPart } from '@halyard/contract/bank/bankCard';
import { StepUpFields } from '../../domain/security/StepUpFields.tsx';
import { useHoldText } from '../../domain/security/useStepUp.ts';
import { errorText, noticeText } from '../../shared/i18n/errorText.ts';
import { useCheckingText } from '../../shared/money-mutations/useCheckingText.ts';
import { MoneyButton } from '../../shared/ui/MoneyButton.tsx';
import { PinField } from '../../shared/ui/PinField.tsx';
import { TextAreaField } from '../../shared/ui/TextAreaField.tsx';
import { TextField } from '../../shared/ui/TextField.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import styles from './Bank.module.css';
import { useBindCard, type BindCardState } from './useBindCard.ts';

type BindCardFormProps = { card: BankCard | null; hasPassword: boolean; onDone: () => void };

/** Everything that a transfer to the user's bank needs; last what proves that it is he who binds it. */
export function BindCardForm({ card, hasPassword, onDone }: BindCardFormProps) {
  const { t } = useTranslation('bank');
  const holdText = useHoldText('there');
  const form = useBindCard(card, hasPassword, () => {
    showToast({ kind: 'success', text: noticeText('BANK_CARD_SAVED') });
    onDone();
  });
  const checking = useCheckingText(form.status);
  return (
    <form {...form.element} className={styles['stack']}>
      {CARD_PARTS.map((part) => (
        <PartField key={part} part={part} form={form} />
      ))}
      {form.needsPassword && <PinField label={t('parts.password')} {...form.field('password')} />}
      {form.needsProof && <StepUpFields password={form.field('loginPassword')} code={form.field('code')} />}
      {!form.isPersisted && <p className={styles['note']}>{errorText('DRAFT_NOT_KEPT')}</p>}
      {card !== null && <p className={styles['note']}>{t('kept')}</p>}
      {holdText !== undefined && <p className={styles['note']}>{holdText}</p>}
      <MoneyButton isSending={form.isSending} error={checking ?? form.texts.form}>
        {t('save')}
      </MoneyButton>
    </form>
  );
}

// How each part is typed. What a phone knows by itself is offered; what is no word is not corrected.
const CODE = { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false } as const;
const INPUTS: Readonly<Partial<Record<CardPart, ComponentProps<'input'>>>> = {
  holder: { autoComplete: 'name' },
  accountNumber: CODE,
  swift: CODE,
  iban: CODE,
  postalCode: { autoComplete: 'postal-code', autoCapitalize: 'characters' },
};

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

const isOptional = (part: CardPart) => checkCardPart(part, '') === undefined;

const HINTED = ['holder', 'swift', 'iban'] as const;
type Hinted = (typeof HINTED)[number];

function isHinted(part: CardPart): part is Hinted {
  return HINTED.some((hinted) => hinted === part);
}
