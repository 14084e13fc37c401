import { ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from './classNames.ts';
import { IconButton } from './IconButton.tsx';
import styles from './SwapRow.module.css';

type SwapRowProps = {
  /** Control of the source. */
  from: ReactNode;
  /** Control of the target. */
  to: ReactNode;
  onSwap: () => void;
  isDisabled?: boolean;
  /** Each on a surface of its own, with the button on the edge between them: for controls with more than one line. */
  areCards?: boolean;
};

/** Two controls, one above the other, with a button that swaps them. */
export function SwapRow({ from, to, onSwap, isDisabled = false, areCards = false }: SwapRowProps) {
  const { t } = useTranslation('forms');
  return (
    <div className={classNames(styles['pair'], areCards && styles['cards'])}>
      <div className={styles['side']}>{from}</div>
      <IconButton
        className={styles['swap']}
        icon={<ArrowUpDown aria-hidden />}
        label={t('swap.action')}
        disabled={isDisabled}
        onClick={onSwap}
      />
      <div className={styles['side']}>{to}</div>
    </div>
  );
}
