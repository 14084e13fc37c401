import { useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { add, compare, fitsPlaces, isPositive, parseDecimal, MONEY_PLACES } from '@halyard/contract/money';
import type { CodedError } from '@halyard/contract/errors';
import { liquidationPrice } from '@halyard/contract/futures/position';
import { marginAddition } from '../../../domain/futures/product.ts';
import { ruleOf } from '../../../domain/futures/useFutures.ts';
import { UnverifiedNote } from '../../../domain/exposure/UnverifiedNote.tsx';
import {
  checkUnverifiedLimit,
  useUnverifiedLimit,
  withinLimit,
  type UnverifiedLimit,
} from '../../../domain/exposure/useExposure.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { appErrorText, codedText } from '../../../shared/i18n/errorText.ts';
import { answerOf, useCheckingText, useMoneyMutation } from '../../../shared/money-mutations/useMoneyMutation.ts';
import { AmountField } from '../../../shared/ui/AmountField.tsx';
import { ConfirmSheet } from '../../../shared/ui/ConfirmSheet.tsx';
import { BeforeAfter } from '../BeforeAfter.tsx';
import { type ChangeSheetProps, useSheetBlock } from './changeSheet.ts';
import styles from './Positions.module.css';

/** Adds margin to an isolated position, and shows the new liquidation price. */
export function MarginSheet(props: ChangeSheetProps) {
  const { t } = useTranslation('futures');
  const { isOpen, onClose, position, live, free } = props;
  const { currency, terms, margin } = position;
  const mutation = useMoneyMutation(marginAddition);
  const checking = useCheckingText(mutation.status);
  const blocked = useSheetBlock(props);
  const [text, setText] = useState('');
  const amount = parseDecimal(text);
  const limit = useUnverifiedLimit(currency);
  const wrong = errorOf(amount, free) ?? checkUnverifiedLimit(amount, limit);
  const after = amount !== undefined && isPositive(amount) ? add(margin, amount) : margin;
  const save = async () => {
    if (amount === undefined) return;
    if ((await answerOf(mutation.send({ id: position.id, amount }))) !== undefined) onClose();
  };
  return (
    <ConfirmSheet
      isOpen={isOpen}
      onOpenChange={onClose}
      title={t('margin.title', { symbol: position.symbol })}
      description={t('margin.explain')}
      figures={[
        { label: t('margin.now'), value: <Num kind="amount" value={margin} unit={currency} /> },
        { label: t('margin.after'), value: <Num kind="amount" value={after} unit={currency} /> },
        {
          label: t('figures.liquidation'),
          value: (
            <BeforeAfter
              before={live?.liquidation}
              after={liquidationPrice({ ...ruleOf(position), margin: after }) ?? 'none'}
              places={terms.pricePrecision}
            />
          ),
        },
      ]}
      confirmLabel={t('margin.do')}
      isConfirming={mutation.isSending}
      isDisabled={blocked !== undefined || amount === undefined || wrong !== undefined}
      error={blocked ?? checking ?? (mutation.error && appErrorText(mutation.error))}
      onConfirm={() => void save()}
    >
      <Amount
        free={free}
        limit={limit}
        currency={currency}
        value={text}
        onValueChange={setText}
        error={codedText(wrong)}
      />
    </ConfirmSheet>
  );
}

type AmountProps = Pick<ComponentProps<typeof AmountField>, 'value' | 'onValueChange' | 'error'> &
  Pick<ChangeSheetProps, 'free'> & { limit: UnverifiedLimit | null | undefined; currency: string };

function Amount({ free, limit, currency, error, ...field }: AmountProps) {
  const { t } = useTranslation('futures');
  return (
    <div className={styles['sheet']}>
      <AmountField
        {...field}
        label={t('margin.amount')}
        unit={currency}
        available={free}
        most={withinLimit(free, limit)}
        availableLabel={t('account.free')}
        places={MONEY_PLACES}
        error={field.value === '' ? undefined : error}
      />
      <UnverifiedNote limit={limit} />
    </div>
  );
}

function errorOf(amount: ReturnType<typeof parseDecimal>, free: ChangeSheetProps['free']): CodedError | undefined {
  if (amount === undefined || !isPositive(amount)) return { code: 'AMOUNT_REQUIRED' };
  if (!fitsPlaces(amount, MONEY_PLACES)) return { code: 'AMOUNT_PRECISION', params: { places: MONEY_PLACES } };
  if (free === undefined || compare(amount, free) <= 0) return undefined;
  return { code: 'INSUFFICIENT_BALANCE', params: { needed: amount } };
}
