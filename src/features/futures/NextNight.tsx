import { Moon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Decimal } from '@halyard/contract/money';
import { useFormat } from '../../shared/format/useFormat.ts';
import { countdownText } from '../../shared/time/countdownText.ts';
import { serverTimeMs } from '../../shared/time/serverClock.ts';
import { useEachSecond } from '../../shared/time/useEachSecond.ts';
import { VisuallyHidden } from '../../shared/ui/VisuallyHidden.tsx';
import styles from './Futures.module.css';

const DAY_MS = 86_400_000;

/** What a night costs, and how long until the next midnight of the exchange. */
export function NextNight({ rate }: { rate: Decimal }) {
  const { t } = useTranslation('lever');
  const format = useFormat();
  const left = useEachSecond((nowMs) => countdownText(DAY_MS - (serverTimeMs(nowMs) % DAY_MS)));
  const text = format.percent(rate);
  return (
    <span className={styles['night']} title={t('night.rate', { rate: text })}>
      <Moon aria-hidden />
      <VisuallyHidden>{t('night.rate', { rate: text })}</VisuallyHidden>
      <span aria-hidden="true">{text}</span>
      <time>{left}</time>
    </span>
  );
}
