import { ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './IconButton.tsx';
import styles from './SwapRow.module.css';

type SwapRowProps = {
  /** Control of the source. */
  from: ReactNode;
  /** Control of the target. */
  to: ReactNode;
  onSwap: () => void;
  isDisabled?: boolean;
};

/** Two controls, one above the other, with a button between them that swaps them. */
export function SwapRow({ from, to, onSwap, isDisabled = false }: SwapRowProps) {
  const { t } = useTranslation('forms');
  return (
    <div className={styles['pair']}>
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
