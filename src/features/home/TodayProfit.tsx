import { useTranslation } from 'react-i18next';
import { useHiddenBalances } from '../../domain/preferences/usePreferences.ts';
import { usePerformance } from '../../domain/records/usePerformance.ts';
import { Change } from '../../shared/format/Change.tsx';
import { Num } from '../../shared/format/Num.tsx';
import styles from './Home.module.css';

/** What the user has won or lost today, in USDT; nothing until the exchange has said so. */
export function TodayProfit() {
  const { t } = useTranslation('home');
  const { hidesBalances } = useHiddenBalances();
  const { performance } = usePerformance();
  if (performance === undefined) return null;
  const { amount, percent } = performance.today;
  return (
    <>
      <span className={styles['soft']}>{t('today')}</span>
      <Num kind="pnl" value={amount} places={2} tone="sign" isMasked={hidesBalances} />
      {!hidesBalances && amount !== null && <Change percent={percent} />}
    </>
  );
}
