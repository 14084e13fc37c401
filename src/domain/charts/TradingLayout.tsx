import { type ReactNode, Suspense } from 'react';
import type { Market } from '@halyard/contract/market/calls';
import { loadNamespace } from '../../shared/i18n/i18n.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import { classNames } from '../../shared/ui/classNames.ts';
import { Loading, Skeleton } from '../../shared/ui/Skeleton.tsx';
import { useIsDesktop } from '../desktop/useIsDesktop.ts';
import styles from './TradingLayout.module.css';

// No phone needs it.
const DesktopLayout = lazyPart(async () => {
  const [{ DesktopLayout: Layout }] = await Promise.all([
    import('../desktop/DesktopLayout.tsx'),
    ...['desktop', 'spot', 'kline'].map(loadNamespace),
  ]);
  return Layout;
});

/** The parts of a trading page. */
export type TradingParts = {
  product: 'spot' | 'options' | 'futures';
  market: Market;
  chart: ReactNode;
  ticket: ReactNode;
  /** Beside the ticket: the book. Options have none. */
  book?: ReactNode;
  /** Open orders, positions and history. */
  orders: ReactNode;
};

type TradingLayoutProps = TradingParts & {
  /** Replaces the columns and lists where not all parts have room at once. */
  narrow?: ReactNode;
  /** `alone`: without a book beside it. */
  ticketWidth?: 'alone';
};

/** Layout of a trading page: one column, the chart beside the ticket, or all parts in panes of a desktop. */
export function TradingLayout({ narrow, ticketWidth, ...parts }: TradingLayoutProps) {
  const isDesktop = useIsDesktop();
  if (isDesktop) {
    return (
      <Suspense fallback={<DesktopLoading hasBook={parts.book !== undefined} />}>
        <DesktopLayout {...parts} />
      </Suspense>
    );
  }
  if (narrow !== undefined) return narrow;
  const { chart, ticket, book, orders } = parts;
  return (
    <div className={styles['layout']}>
      {chart}
      <TradingColumns ticket={ticketWidth}>
        {ticket}
        {book}
      </TradingColumns>
      <div className={styles['orders']}>{orders}</div>
    </div>
  );
}

/** The ticket with the book beside it. `alone`: a ticket without one. */
export function TradingColumns({ ticket, children }: { ticket?: 'alone' | undefined; children: ReactNode }) {
  return <div className={classNames(styles['columns'], ticket !== undefined && styles[ticket])}>{children}</div>;
}

type TradingLoadingProps = {
  /** Whether a desktop shows a book; options have none. */
  hasBook?: boolean;
  children: ReactNode;
};

/** A trading page before its market is known: all panes of a desktop, or the skeleton of its column. */
export function TradingLoading({ hasBook = true, children }: TradingLoadingProps) {
  return useIsDesktop() ? <DesktopLoading hasBook={hasBook} /> : <Loading>{children}</Loading>;
}

/** The panes of a desktop, each as large as it will be. The book, which options have not, is the last. */
function DesktopLoading({ hasBook }: { hasBook: boolean }) {
  return (
    <div className={styles['desktop']} data-desktop>
      <Loading>
        {Array.from({ length: hasBook ? 6 : 5 }, (_, pane) => (
          <div key={pane}>
            <Skeleton />
          </div>
        ))}
      </Loading>
    </div>
  );
}
