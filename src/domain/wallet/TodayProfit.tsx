import { useTranslation } from 'react-i18next';
import { Change } from '../../shared/format/Change.tsx';
import { Num } from '../../shared/format/Num.tsx';
import { useHiddenBalances } from '../preferences/usePreferences.ts';
import styles from './TodayProfit.module.css';
import { usePerformance } from './usePerformance.ts';

/** Today's profit or loss, in one line below the total. */
export function TodayProfit() {
  const { t } = useTranslation('assets');
  const { hidesBalances } = useHiddenBalances();
  const { performance } = usePerformance();
  // Reserves the line, so that nothing moves when it loads.
  if (performance === undefined) return <p className={styles['today']} />;
  const { amount, percent } = performance.today;
  return (
    <p className={styles['today']}>
      <span className={styles['label']}>{t('profit.today')}</span>
      <Num kind="pnl" value={amount} places={2} tone="sign" isMasked={hidesBalances} />
      {!hidesBalances && amount !== null && <Change percent={percent} />}
    </p>
  );
}
