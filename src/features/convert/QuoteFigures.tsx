import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Converted, ConvertRow } from '@halyard/contract/convert/calls';
import { QUOTE_VALID_MS } from '@halyard/contract/convert/rules';
import { receivedIn } from '../../domain/convert/convertApi.ts';
import { Num } from '../../shared/format/Num.tsx';
import { useFormat } from '../../shared/format/useFormat.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { ButtonLink } from '../../shared/ui/ButtonLink.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import styles from './Convert.module.css';
import { ratePlaces } from './convertForm.ts';

type QuoteFiguresProps = {
  row: ConvertRow;
  secondsLeft: number;
  /** Why this quote replaced the last one. */
  note: string | undefined;
};

/** Rate and spread of a quote, and how long it holds. */
export function QuoteFigures({ row, secondsLeft, note }: QuoteFiguresProps) {
  const { t } = useTranslation('convert');
  const format = useFormat();
  const { from, to, rate, spread } = row;
  return (
    <section className={styles['card']} aria-label={t('quote.label')}>
      {note !== undefined && <p role="status">{note}</p>}
      <KeyValue
        items={[
          {
            label: t('quote.rate'),
            value: (
              <span translate="no">{t('quote.rateOf', { from, to, rate: format.price(rate, ratePlaces(rate)) })}</span>
            ),
          },
          { label: t('quote.spread'), value: format.percent(spread) },
        ]}
      />
      <Countdown secondsLeft={secondsLeft} />
    </section>
  );
}

const RADIUS = 9;
const LENGTH = 2 * Math.PI * RADIUS;

/** A ring that empties, and the seconds in words. */
export function Countdown({ secondsLeft }: { secondsLeft: number }) {
  const { t } = useTranslation('convert');
  const share = (secondsLeft * 1000) / QUOTE_VALID_MS;
  return (
    <p className={styles['countdown']}>
      <svg viewBox="0 0 24 24" className={styles['ring']} aria-hidden>
        <circle cx="12" cy="12" r={RADIUS} className={styles['track']} />
        <circle
          cx="12"
          cy="12"
          r={RADIUS}
          className={styles['left']}
          strokeDasharray={LENGTH}
          strokeDashoffset={LENGTH * (1 - share)}
        />
      </svg>
      {secondsLeft === 0 ? t('quote.expired') : t('quote.valid', { seconds: secondsLeft })}
    </p>
  );
}

/** Amounts of a convert, with a link to its records. */
export function Result({ converted: { rows } }: { converted: Converted }) {
  const { t } = useTranslation('convert');
  const [row] = rows;
  if (row === undefined) return null;
  return (
    <section className={styles['card']} aria-label={t('done.title')}>
      <p className={styles['done']} role="status">
        <CircleCheck aria-hidden />
        {t('done.title')}
      </p>
      <KeyValue
        items={[
          { label: t('done.paid'), value: <Num kind="amount" value={row.amount} unit={row.from} /> },
          { label: t('done.received'), value: <Num kind="amount" value={receivedIn(rows)} unit={row.to} /> },
        ]}
      />
      <ButtonLink kind="ghost" size="small" to={paths.assetsRecord({ account: 'spot' })}>
        {t('records')}
      </ButtonLink>
    </section>
  );
}
