/** The form of a recurring buy that is started or changed: its fields, and its terms in figures. */
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { count } from '@halyard/contract/codec';
import { SKIPS_MAX } from '@halyard/contract/convert/planCalls';
import { BETWEEN, checkConvertAmount, convertRange } from '@halyard/contract/convert/rules';
import { INTERVALS, DAYS_OF } from '@halyard/contract/convert/schedule';
import { MONEY_PLACES, ONE, parseDecimal } from '@halyard/contract/money';
import { useBalance } from '../../../domain/wallet/useWallet.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { codedText } from '../../../shared/i18n/errorText.ts';
import { KeyValue } from '../../../shared/ui/KeyValue.tsx';
import { NumberField } from '../../../shared/ui/NumberField.tsx';
import { Segmented } from '../../../shared/ui/Segmented.tsx';
import { SelectField } from '../../../shared/ui/SelectField.tsx';
import type { ConvertCoin } from '../convertForm.ts';
import { daysOf, hoursOf, nextDates, toSchedule, useNowMs, When, type LocalSchedule } from './PlanCard.tsx';
import styles from './Plans.module.css';

type FieldsProps = {
  control: PlanFormControl;
  isSending: boolean;
  /** The coin, or the field for it. */
  coin: ReactNode;
};

export function PlanFields({ control, isSending, coin }: FieldsProps) {
  const { t } = useTranslation(['plans', 'forms']);
  const format = useFormat();
  const { form, change } = control;
  return (
    <>
      {coin}
      {/* Without "All": nothing would be left for the second date. */}
      <NumberField
        label={t('amount')}
        unit={BETWEEN}
        places={MONEY_PLACES}
        value={form.amount}
        onValueChange={(amount) => change({ amount })}
        placeholder={t('minimum', { amount: format.amount(convertRange(ONE).min, MONEY_PLACES, 0) })}
        isDisabled={isSending}
        error={codedText(control.fieldError, BETWEEN)}
        hint={
          <KeyValue
            items={[
              {
                label: t('amount.available', { ns: 'forms' }),
                value: <Num value={control.available} kind="amount" unit={BETWEEN} />,
              },
            ]}
          />
        }
      />
      <Segmented
        label={t('every.label')}
        value={form.every}
        onValueChange={(every) => change({ every })}
        isDisabled={isSending}
        options={INTERVALS.map((value) => ({ value, label: t(`every.${value}`) }))}
      />
      <div className={styles['pair']}>
        {form.every !== 'day' && (
          <SelectField
            label={t(`day.${form.every}`)}
            isDisabled={isSending}
            value={String(form.day)}
            hasSearch={false}
            onValueChange={(day) => change({ day: z.decode(count, day) })}
            options={daysOf(form.every).map((day) => ({
              value: String(day),
              label: form.every === 'week' ? t(`weekday.${day as 1}`) : String(day),
              ...(day > SHORTEST_MONTH && { detail: t('day.shorter') }),
            }))}
          />
        )}
        <SelectField
          label={t('time')}
          isDisabled={isSending}
          value={String(form.hour)}
          hasSearch={false}
          onValueChange={(hour) => change({ hour: z.decode(count, hour) })}
          options={hoursOf(control.nowMs).map(({ hour, time }) => ({ value: String(hour), label: time }))}
        />
      </div>
    </>
  );
}

const SHORTEST_MONTH = 28;

type TermsProps = { control: PlanFormControl; title: string; coin: string } & Pick<ConvertCoin, 'spread'>;

/** The terms of the plan. */
export function PlanTerms({ control: { amount, schedule, dates }, title, coin, spread }: TermsProps) {
  const { t } = useTranslation(['plans', 'convert']);
  const format = useFormat();
  const utc = `${String(schedule.hour).padStart(2, '0')}:00`;
  return (
    <section className={styles['terms']} aria-label={title}>
      <h2 className={styles['heading']}>{title}</h2>
      <KeyValue
        items={[
          { label: t('terms.pay'), value: <Num kind="amount" value={amount} unit={BETWEEN} /> },
          { label: t('terms.receive'), value: t('terms.receiveText', { coin }) },
          ...(spread === undefined
            ? []
            : [
                {
                  label: t('quote.spread', { ns: 'convert' }),
                  value: t('quote.atLeast', { ns: 'convert', percent: format.rate(spread) }),
                },
              ]),
          { label: t('terms.when'), value: <When schedule={schedule} /> },
          {
            label: t('terms.dates'),
            value: <Dates dates={dates} />,
          },
        ]}
      />
      <ul className={styles['rules']}>
        <li>{t('terms.rate')}</li>
        <li>{t('terms.balance', { times: SKIPS_MAX })}</li>
        <li>{t('terms.late')}</li>
        <li>{t('terms.clock', { time: utc })}</li>
      </ul>
    </section>
  );
}

/** Dates on which a plan buys. */
export function Dates({ dates }: { dates: readonly number[] }) {
  const format = useFormat();
  return (
    <span className={styles['dates']}>
      {dates.map((date) => (
        <time key={date} dateTime={new Date(date).toISOString()}>
          {format.moment(date, 'dateMinute')}
        </time>
      ))}
    </span>
  );
}

/** Dates that are shown before a plan is started or changed. */
const SHOWN_DATES = 3;

type Choice = LocalSchedule & { readonly amount: string };

/** Values of the form and its next dates. `onChange` is called by each change of the user. */
export function usePlanForm(first: (nowMs: number) => Choice, onChange: () => void) {
  const nowMs = useNowMs();
  const [form, setForm] = useState(() => first(nowMs));
  const [wasTried, setWasTried] = useState(false);
  const amount = parseDecimal(form.amount);
  const found = checkConvertAmount(amount, ONE);
  const schedule = toSchedule(form, nowMs);
  return {
    form,
    amount,
    schedule,
    nowMs,
    dates: nextDates(schedule, nowMs, SHOWN_DATES),
    available: useBalance('spot', BETWEEN)?.available,
    fieldError: wasTried || found?.code !== 'AMOUNT_REQUIRED' ? found : undefined,
    change: (changed: Partial<Choice>) => {
      onChange();
      const next = { ...form, ...changed };
      setForm({ ...next, day: Math.min(next.day, Math.max(1, DAYS_OF[next.every])) });
    },
    /** The terms for a request; undefined, and the error is shown, while the amount has one. */
    read() {
      setWasTried(true);
      if (found !== undefined || amount === undefined) return undefined;
      const { every, day, hour } = schedule;
      return { amount, every, ...(day !== null && { day }), hour };
    },
  } as const;
}

type PlanFormControl = ReturnType<typeof usePlanForm>;
