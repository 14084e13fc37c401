import { useTranslation } from 'react-i18next';
import { toModelNumber, type Decimal } from '@halyard/contract/money';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { classNames } from '../../../shared/ui/classNames.ts';
import styles from './Positions.module.css';

type RateBarProps = {
  /** Percent of the margin at opening. */
  rate: Decimal | undefined;
  /** Where it is closed out. */
  closeOutLevel: Decimal;
  /** Whether the price that the rate goes by is old. */
  isStale?: boolean;
};

/** What the bar ends at: twice the margin at opening. */
const FULL = 200;
/** From here on the bar warns: half as much again as the close-out. */
const NEAR = 1.5;

/** How far a position is from its close-out. */
export function RateBar({ rate, closeOutLevel, isStale = false }: RateBarProps) {
  const { t } = useTranslation('lever');
  const format = useFormat();
  const level = toModelNumber(closeOutLevel);
  const now = rate === undefined ? undefined : toModelNumber(rate);
  const share = (percent: number) => `${Math.min(100, Math.max(0, (percent / FULL) * 100))}%`;
  const text = rate === undefined ? '—' : format.percent(rate, 'down');
  return (
    <div className={styles['rate']}>
      <p className={styles['rateHead']}>
        <span>{t('card.rate')}</span>
        <b className={classNames(isStale && styles['stale'])}>{text}</b>
        <span>{t('card.closeOut', { level: format.percent(closeOutLevel) })}</span>
      </p>
      <div
        className={styles['track']}
        role="meter"
        aria-label={t('card.rate')}
        aria-valuemin={0}
        aria-valuemax={FULL}
        aria-valuenow={now === undefined ? 0 : Math.min(FULL, Math.max(0, now))}
        aria-valuetext={text}
        data-near={(now !== undefined && now <= level * NEAR) || undefined}
      >
        {now !== undefined && <div className={styles['filled']} style={{ inlineSize: share(now) }} />}
        <i className={styles['level']} style={{ insetInlineStart: share(level) }} />
      </div>
    </div>
  );
}
