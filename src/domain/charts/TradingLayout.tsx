import type { ReactNode } from 'react';
import { classNames } from '../../shared/ui/classNames.ts';
import styles from './TradingLayout.module.css';

type TradingLayoutProps = {
  chart: ReactNode;
  /** {@link TradingColumns}. */
  columns: ReactNode;
  /** Open orders, positions and history. */
  orders: ReactNode;
};

/** Layout of a trading page: chart, ticket and lists in one column, or the chart beside the ticket. */
export function TradingLayout({ chart, columns, orders }: TradingLayoutProps) {
  return (
    <div className={styles['layout']}>
      {chart}
      {columns}
      <div className={styles['orders']}>{orders}</div>
    </div>
  );
}

/** The ticket with the book beside it. `wide`: a ticket whose fields need more room. */
export function TradingColumns({ ticket, children }: { ticket?: 'wide'; children: ReactNode }) {
  return <div className={classNames(styles['columns'], ticket !== undefined && styles[ticket])}>{children}</div>;
}
