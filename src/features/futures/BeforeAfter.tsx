import { useTranslation } from 'react-i18next';
import type { Decimal } from '@halyard/contract/money';
import { Num } from '../../shared/format/Num.tsx';
import { VisuallyHidden } from '../../shared/ui/VisuallyHidden.tsx';
import styles from './BeforeAfter.module.css';

type PriceOrNone = Decimal | 'none' | undefined;

/** A liquidation price: a figure, "none", or a dash while unknown. */
export function LiquidationPrice({ value, places }: { value: PriceOrNone; places: number }) {
  const { t } = useTranslation('futures');
  return value === 'none' ? t('none') : <Num kind="price" value={value} places={places} />;
}

type BeforeAfterProps = { before: PriceOrNone; after: PriceOrNone | 'closed'; places: number };

/** The liquidation price before and after a change. */
export function BeforeAfter({ before, after, places }: BeforeAfterProps) {
  const { t } = useTranslation('futures');
  return (
    <span className={styles['change']}>
      <VisuallyHidden>{t('change.before')}</VisuallyHidden>
      <span className={styles['before']}>
        <LiquidationPrice value={before} places={places} />
      </span>
      <span aria-hidden="true">{' → '}</span>
      <VisuallyHidden>{t('change.after')}</VisuallyHidden>
      {after === 'closed' ? t('change.closed') : <LiquidationPrice value={after} places={places} />}
    </span>
  );
}
