import styles from './Progress.module.css';

type ProgressProps = {
  /** Subject of the progress, for screen readers. */
  label: string;
  /** From 0 to 1. */
  share: number;
  /** Place of the whole on the line, for a share above it; from 0 to 1. */
  mark?: number | undefined;
};

/** Progress as a thin line: the filled part of an order. */
export function Progress({ label, share, mark }: ProgressProps) {
  const percent = Math.min(1, Math.max(0, share)) * 100;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      className={styles['track']}
    >
      <div className={styles['done']} style={{ width: `${percent}%` }} />
      {mark !== undefined && <i className={styles['mark']} style={{ insetInlineStart: `${mark * 100}%` }} />}
    </div>
  );
}
