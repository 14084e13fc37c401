import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SelfLimits } from '@halyard/contract/options/calls';
import type { CodedError } from '@halyard/contract/errors';
import { compare, fitsPlaces, isPositive, parseDecimal, type Decimal, MONEY_PLACES } from '@halyard/contract/money';
import { selfLimitsChange } from '../../../domain/options/product.ts';
import { useSelfLimits } from '../../../domain/options/useOptions.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { appErrorText, errorText } from '../../../shared/i18n/errorText.ts';
import { answerOf, useCheckingText, useMoneyMutation } from '../../../shared/money-mutations/useMoneyMutation.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { ButtonLink } from '../../../shared/ui/Button.tsx';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { KeyValue } from '../../../shared/ui/KeyValue.tsx';
import { Loading, Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { MoneyButton } from '../../../shared/ui/MoneyButton.tsx';
import { NumberField } from '../../../shared/ui/NumberField.tsx';
import { SelectField } from '../../../shared/ui/SelectField.tsx';
import { Sheet } from '../../../shared/ui/Sheet.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';
import styles from './Limits.module.css';

const UNIT = 'USDT';
const REMINDERS = [15, 30, 60, 120] as const;

type LimitsSheetProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** Self-imposed limits: lower ones apply immediately, higher ones a day later. */
export function LimitsSheet({ isOpen, onOpenChange }: LimitsSheetProps) {
  const { t } = useTranslation('options');
  return (
    <Sheet isOpen={isOpen} onOpenChange={onOpenChange} title={t('limits.title')} description={t('limits.explain')}>
      {/* Remounted on every open: unsaved input is dropped. */}
      {isOpen && <Limits onDone={() => onOpenChange(false)} />}
    </Sheet>
  );
}

function Limits({ onDone }: { onDone: () => void }) {
  const { limits, error, retry } = useSelfLimits();
  if (limits !== undefined) return <Form limits={limits} onDone={onDone} />;
  if (error !== undefined) return <ErrorState error={error} onRetry={retry} />;
  return (
    <Loading>
      <Skeleton shape="block" height={220} />
    </Loading>
  );
}

function Form({ limits, onDone }: { limits: SelfLimits; onDone: () => void }) {
  const { t } = useTranslation('options');
  const writing = useMoneyMutation(selfLimitsChange);
  const checking = useCheckingText(writing.status);
  const [first] = useState({ stake: limits.dailyStake ?? '', loss: limits.dailyLoss ?? '' });
  const [stake, setStake] = useState<string>(first.stake);
  const [loss, setLoss] = useState<string>(first.loss);
  const [minutes, setMinutes] = useState(String(limits.reminderMinutes ?? 0));
  const wrong = { stake: limitError(stake), loss: limitError(loss) };
  const isRaised = isHigher(limits.dailyStake, stake) || isHigher(limits.dailyLoss, loss);
  const save = async () => {
    if (wrong.stake !== undefined || wrong.loss !== undefined) return;
    const sending = writing.send({
      // An unchanged limit is not sent: it would drop a higher one that waits.
      ...(stake !== first.stake && { dailyStake: parseDecimal(stake) ?? null }),
      ...(loss !== first.loss && { dailyLoss: parseDecimal(loss) ?? null }),
      reminderMinutes: Number.parseInt(minutes, 10),
    });
    const saved = await answerOf(sending, () => showToast({ kind: 'success', text: t('limits.saved') }));
    if (saved !== undefined) onDone();
  };
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <KeyValue
        items={[
          {
            label: t('limits.stakedToday'),
            value: <Num kind="amount" value={limits.stakedToday} places={2} unit={UNIT} />,
          },
          {
            label: t('limits.lostToday'),
            value: <Num kind="amount" value={limits.lostToday} places={2} unit={UNIT} />,
          },
        ]}
      />
      <NumberField
        label={t('limits.dailyStake')}
        unit={UNIT}
        value={stake}
        onValueChange={setStake}
        placeholder={t('limits.none')}
        error={wrong.stake && errorText(wrong.stake.code, wrong.stake.params)}
      />
      <NumberField
        label={t('limits.dailyLoss')}
        unit={UNIT}
        value={loss}
        onValueChange={setLoss}
        placeholder={t('limits.none')}
        error={wrong.loss && errorText(wrong.loss.code, wrong.loss.params)}
        hint={t('limits.lossHint')}
      />
      <SelectField
        label={t('limits.reminder')}
        value={minutes}
        onValueChange={setMinutes}
        hasSearch={false}
        options={reminderChoices(limits.reminderMinutes).map((count) => ({
          value: String(count),
          label: count === 0 ? t('limits.never') : t('limits.minutes', { count }),
        }))}
      />
      {limits.next !== null && <Waiting next={limits.next} />}
      {isRaised && <p role="status">{t('limits.raised')}</p>}
      <MoneyButton
        isSending={writing.isSending}
        error={checking ?? (writing.error && appErrorText(writing.error))}
        blockedReason={undefined}
      >
        {t('limits.save')}
      </MoneyButton>
      <ButtonLink kind="quiet" to={paths.tradingBreak()}>
        {t('limits.takeBreak')}
      </ButtonLink>
    </form>
  );
}

/** Requested higher limits, and when they take effect. */
function Waiting({ next }: { next: NonNullable<SelfLimits['next']> }) {
  const { t } = useTranslation('options');
  const format = useFormat();
  const words = (value: Decimal | null) => (value === null ? t('limits.none') : `${format.amount(value, 2)} ${UNIT}`);
  return (
    <p className={styles['soft']}>
      {t('limits.next', {
        time: format.moment(Date.parse(next.from), 'dayMinute'),
        stake: words(next.dailyStake),
        loss: words(next.dailyLoss),
      })}
    </p>
  );
}

/** A value set elsewhere stays among the choices. */
function reminderChoices(set: number | null): readonly number[] {
  return [...new Set([0, ...REMINDERS, ...(set === null ? [] : [set])])].toSorted((a, b) => a - b);
}

/** An empty text is no limit. */
function limitError(text: string): CodedError | undefined {
  if (text === '') return undefined;
  const value = parseDecimal(text);
  if (value === undefined || !isPositive(value)) return { code: 'AMOUNT_TOO_SMALL', params: { min: '0.01' } };
  return fitsPlaces(value, MONEY_PLACES) ? undefined : { code: 'AMOUNT_PRECISION', params: { places: MONEY_PLACES } };
}

/** Whether a limit is removed or raised. */
function isHigher(now: Decimal | null, text: string): boolean {
  const wanted = parseDecimal(text);
  if (now === null) return false;
  return wanted === undefined || compare(wanted, now) > 0;
}
