import { useTranslation } from 'react-i18next';
import type { Decimal } from '@halyard/contract/money';
import { percentText } from '../../shared/format/percentText.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { countdownText } from '../../shared/time/countdownText.ts';
import { serverTimeMs } from '../../shared/time/serverClock.ts';
import { useEachSecond } from '../../shared/time/useEachSecond.ts';
import styles from './Lever.module.css';

const DAY_MS = 86_400_000;

/** What a night costs, and how long until the next midnight of the exchange. */
export function NextNight({ rate }: { rate: Decimal }) {
  const { t } = useTranslation('lever');
  const format = useFormat();
  const left = useEachSecond((nowMs) => {
    const atMs = serverTimeMs(nowMs);
    return countdownText(DAY_MS - (atMs % DAY_MS));
  });
  return (
    <span className={styles['night']}>
      <span>{t('night.rate', { rate: percentText(rate, format) })}</span>
      <time>{left}</time>
    </span>
  );
}
