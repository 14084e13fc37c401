import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './ListRow.module.css';

type ListRowProps = {
  title: ReactNode;
  /** Below the title, muted. */
  detail?: ReactNode;
  /** An icon or a coin. */
  start?: ReactNode;
  /** Figures or a control, at the end. */
  end?: ReactNode;
  /** After `end`, on rows that open a page or a sheet of their own. */
  hasChevron?: boolean;
  /** Links to another screen. */
  to?: string;
  /** Acts on this screen. Not together with `to`. */
  onPress?: () => void;
};

/** List row of at least 52 px. With `to` or `onPress` the whole row is the target. */
export function ListRow({ to, onPress, ...parts }: ListRowProps) {
  if (to !== undefined) {
    return (
      <Link to={to} className={styles['row']}>
        <Parts {...parts} />
      </Link>
    );
  }
  if (onPress !== undefined) {
    return (
      <button type="button" className={styles['row']} onClick={onPress}>
        <Parts {...parts} />
      </button>
    );
  }
  return (
    <div className={styles['row']}>
      <Parts {...parts} />
    </div>
  );
}

function Parts({ title, detail, start, end, hasChevron = false }: Omit<ListRowProps, 'to' | 'onPress'>) {
  return (
    <>
      {start !== undefined && <span className={styles['start']}>{start}</span>}
      <span className={styles['words']}>
        <span className={styles['title']}>{title}</span>
        {detail !== undefined && <span className={styles['detail']}>{detail}</span>}
      </span>
      {(end !== undefined || hasChevron) && (
        <span className={styles['end']}>
          {end}
          {hasChevron && <ChevronRight aria-hidden />}
        </span>
      )}
    </>
  );
}
