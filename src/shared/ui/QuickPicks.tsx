import styles from './QuickPicks.module.css';

type QuickPicksProps = {
  /** Purpose of the values, for screen readers. */
  label: string;
  /** Without `onPick` the value is unknown now. */
  picks: readonly { readonly label: string; readonly onPick: (() => void) | undefined }[];
};

/** Values for a field that one tap fills in. */
export function QuickPicks({ label, picks }: QuickPicksProps) {
  return (
    <div role="group" aria-label={label} className={styles['picks']}>
      {picks.map((pick) => (
        <button key={pick.label} type="button" disabled={pick.onPick === undefined} onClick={pick.onPick}>
          {pick.label}
        </button>
      ))}
    </div>
  );
}
