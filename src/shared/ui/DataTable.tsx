import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './DataTable.module.css';

type Head = {
  /** Two lines for two figures, one below the other. */
  readonly name: string;
  /** Figures align at the end of their column. */
  readonly isFigure?: boolean;
  /** For screen readers alone: the column of buttons. */
  readonly isHidden?: boolean;
};

type DataTableProps = {
  /** Subject of the rows, for screen readers. */
  label: string;
  heads: readonly Head[];
  /** Rows of {@link Cell}s. */
  children: ReactNode;
};

/** Rows under heads that stay while the rows scroll. A wide table scrolls sideways in its pane. */
export function DataTable({ label, heads, children }: DataTableProps) {
  return (
    <table aria-label={label} className={styles['table']}>
      <thead>
        <tr>
          {heads.map(({ name, isFigure, isHidden }) => (
            <th
              key={name}
              scope="col"
              className={classNames(
                styles['head'],
                isFigure && styles['figure'],
                isHidden && styles['actions'],
                name.includes('\n') && styles['pair'],
              )}
            >
              <span className={classNames(isHidden && styles['hidden'])}>{name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

type CellProps = {
  children?: ReactNode;
  isFigure?: boolean;
  isSoft?: boolean;
  isWrapping?: boolean;
};

/** A cell. `isSoft`: of less weight than the figures beside it; `isWrapping`: a sentence in several lines. */
export function Cell({ children, isFigure, isSoft, isWrapping }: CellProps) {
  const kinds = [
    isFigure === true && styles['figure'],
    isSoft === true && styles['soft'],
    isWrapping === true && styles['wrapping'],
  ];
  return <td className={classNames(styles['cell'], ...kinds)}>{children}</td>;
}

/** The cell that names the row; a press anywhere on the row opens it. */
export function OpenerCell({ label, onOpen, children }: { label?: string; onOpen: () => void; children: ReactNode }) {
  return (
    <th scope="row" className={styles['cell']}>
      <button type="button" className={styles['opener']} aria-haspopup="dialog" aria-label={label} onClick={onOpen}>
        {children}
      </button>
    </th>
  );
}

/** The cell of a row's own buttons, which are above its opener. */
export function ActionCell({ children }: { children: ReactNode }) {
  return (
    <td className={classNames(styles['cell'], styles['actions'])}>
      <span>{children}</span>
    </td>
  );
}
