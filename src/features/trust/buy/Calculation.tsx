import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TrustProduct } from '@halyard/contract/trust/calls';
import { add, isPositive, type Decimal } from '@halyard/contract/money';
import {
  endsOn,
  interestAtRate,
  interestOfDay,
  interestThrough,
  SHOWN_DAYS,
  totalInterest,
} from '@halyard/contract/trust/rules';
import { dateOf, addDays, startOfDate } from '@halyard/contract/time';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { serverTimeMs } from '../../../shared/time/serverClock.ts';
import { useEachSecond } from '../../../shared/time/useEachSecond.ts';
import { KeyValue } from '../../../shared/ui/KeyValue.tsx';
import styles from '../Trust.module.css';

type CalculationProps = { product: TrustProduct; amount: Decimal | undefined };

/** The exchange's current date, in UTC. */
export function useToday(): string {
  return useEachSecond((nowMs) => dateOf(serverTimeMs(nowMs)));
}

/** Earnings of an amount bought today, by day and in total; dashes without an amount. */
export function Calculation({ product, amount: typed }: CalculationProps) {
  const { t } = useTranslation('trust');
  const format = useFormat();
  const today = useToday();
  const { terms, currency, days } = product;
  const amount = typed !== undefined && isPositive(typed) ? typed : undefined;
  const total = amount && totalInterest(amount, terms);
  const money = (value: Decimal | undefined) => <Num kind="amount" value={value} unit={value && currency} />;
  const ends = format.moment(startOfDate(endsOn(today, days)), 'date', 'utc');
  return (
    <section className={styles['part']} aria-label={t('calculator')}>
      {total !== undefined && <Curve total={total} days={days} boughtOn={today} currency={currency} />}
      <KeyValue
        items={[
          { label: t('calc.day'), value: money(total && interestOfDay(total, 1, days)) },
          { label: t('calc.total', { count: days }), value: money(total) },
          { label: t('calc.back', { date: ends }), value: money(amount && total && add(amount, total)) },
          { label: t('calc.atRate', { count: SHOWN_DAYS }), value: money(amount && interestAtRate(amount, terms)) },
        ]}
      />
    </section>
  );
}

type CurveProps = { total: Decimal; days: number; boughtOn: string; currency: string };

/** Accumulated interest by day. Pointer and arrow keys move along it and read a day. */
function Curve({ total, days, boughtOn, currency }: CurveProps) {
  const { t } = useTranslation('trust');
  const format = useFormat();
  const [chosen, setChosen] = useState(days);
  const day = Math.min(chosen, days);
  const earned = interestThrough(total, day, days);
  const date = format.moment(startOfDate(addDays(boughtOn, day + 1)), 'date', 'utc');
  return (
    <div className={styles['curve']}>
      <p className={styles['readout']}>
        <span className={styles['soft']}>{t('curve.point', { date })}</span>
        <Num kind="amount" value={earned} unit={currency} />
      </p>
      <div className={styles['plot']}>
        <svg aria-hidden="true" viewBox={`0 0 ${days} 100`} preserveAspectRatio="none" className={styles['picture']}>
          <path d={`${stairs(days, days)}V100H0Z`} className={styles['rest']} />
          <path d={`${stairs(days, day)}V100H0Z`} className={styles['area']} />
          <path d={stairs(days, days)} className={styles['line']} vectorEffect="non-scaling-stroke" />
        </svg>
        <input
          type="range"
          className={styles['slider']}
          min={1}
          max={days}
          value={day}
          aria-label={t('curve.label')}
          aria-valuetext={`${date}: ${format.money(earned, currency)}`}
          onChange={({ target }) => setChosen(target.valueAsNumber)}
        />
      </div>
    </div>
  );
}

/** Every day adds the same, so the picture is a staircase; the rounding of a day is smaller than a pixel. */
function stairs(days: number, until: number): string {
  let path = 'M0,100';
  for (let day = 1; day <= until; day += 1) path += `V${100 - (day / days) * 100}H${day}`;
  return path;
}
