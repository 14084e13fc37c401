import { ChevronDown } from 'lucide-react';
import type { Ref } from 'react';
import styles from './PairButton.module.css';

type PairButtonProps = { label: string; onClick: () => void; ref?: Ref<HTMLButtonElement> };

/** Name of the pair in a header; opens the list of pairs. */
export function PairButton({ label, onClick, ref }: PairButtonProps) {
  return (
    <button ref={ref} type="button" className={styles['pair']} aria-haspopup="dialog" onClick={onClick}>
      {label}
      <ChevronDown aria-hidden size={18} />
    </button>
  );
}
