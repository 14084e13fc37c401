import { useFormat } from '../format/useFormat.ts';
import styles from './PercentButtons.module.css';
import { classNames } from './classNames.ts';

const STEPS = [0, 25, 50, 75, 100] as const;
export type PercentStep = (typeof STEPS)[number];

type PercentButtonsProps = {
  /** Base of the shares, for screen readers. */
  label: string;
  /** Current share; `undefined` after typing an amount. */
  value: PercentStep | undefined;
  onChoose: (percent: PercentStep) => void;
  isDisabled?: boolean;
};

/** Shares of the available amount: five stops on a line, each a button. */
export function PercentButtons({ label, value, onChoose, isDisabled = false }: PercentButtonsProps) {
  const format = useFormat();
  return (
    <div role="group" aria-label={label} className={styles['line']}>
      {STEPS.map((step) => (
        <button
          key={step}
          type="button"
          className={classNames(styles['stop'], value !== undefined && step <= value && styles['reached'])}
          aria-pressed={step === value}
          disabled={isDisabled}
          onClick={() => onChoose(step)}
        >
          <i className={styles['dot']} aria-hidden="true" />
          <span>{format.share(step)}</span>
        </button>
      ))}
    </div>
  );
}
