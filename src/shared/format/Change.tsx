import { round, type Decimal } from '@halyard/contract/money';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import { classNames } from '../ui/classNames.ts';
import { useTranslation } from 'react-i18next';
import styles from './Change.module.css';
import { directionOf, formatChange } from './numbers.ts';
import { useLocale } from './useLocale.ts';

type ChangeProps = {
  /** In percent: `4.12`. */
  percent: Decimal | null | undefined;
  /** `pill`: on a tint of its colour, for lists. */
  variant?: 'text' | 'pill';
};

const ARROWS = { up: '▲', down: '▼', flat: '' } as const;

/** A change in percent, shown by sign, arrow and colour, so that none of them alone is needed. */
export function Change({ percent, variant = 'text' }: ChangeProps) {
  const locale = useLocale();
  const { t } = useTranslation('common');
  if (percent === null || percent === undefined) {
    return (
      <span className={classNames(styles['change'], styles[variant])}>
        <span aria-hidden="true">{'—'}</span>
        <VisuallyHidden>{t('ui.noValue')}</VisuallyHidden>
      </span>
    );
  }
  // A change that rounds to zero is shown as zero, so it has no arrow.
  const direction = directionOf(round(percent, 2, 'half-even'));
  return (
    <span translate="no" className={classNames(styles['change'], styles[variant], styles[direction])}>
      {direction !== 'flat' && (
        <span className={styles['arrow']} aria-hidden="true">
          {ARROWS[direction]}
        </span>
      )}
      {formatChange(percent, locale)}
    </span>
  );
}
