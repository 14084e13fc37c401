import { ChevronDown } from 'lucide-react';
import styles from './PairButton.module.css';

/** Name of the pair in a header; opens the list of pairs. */
export function PairButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className={styles['pair']} aria-haspopup="dialog" onClick={onClick}>
      {label}
      <ChevronDown aria-hidden size={18} />
    </button>
  );
}
