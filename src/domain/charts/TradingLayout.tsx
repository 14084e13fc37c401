import type { ReactNode } from 'react';
import { classNames } from '../../shared/ui/classNames.ts';
import styles from './TradingLayout.module.css';

type TradingLayoutProps = {
  chart: ReactNode;
  /** {@link TradingColumns}. */
  columns: ReactNode;
  /** What waits, what is held, and the history. */
  orders: ReactNode;
};

/** A trading page: chart, ticket and lists in a phone's column, or with the chart beside the ticket. */
export function TradingLayout({ chart, columns, orders }: TradingLayoutProps) {
  return (
    <div className={styles['layout']}>
      {chart}
      {columns}
      <div className={styles['orders']}>{orders}</div>
    </div>
  );
}

/** The ticket and what stands beside it, the book. `wide` is a ticket with fields of more words. */
export function TradingColumns({ ticket, children }: { ticket?: 'wide'; children: ReactNode }) {
  return <div className={classNames(styles['columns'], ticket !== undefined && styles[ticket])}>{children}</div>;
}
