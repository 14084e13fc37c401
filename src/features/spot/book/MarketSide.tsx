import { AlignRight, ChartArea, History } from 'lucide-react';
import { memo, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Book, BookLevel, Market } from '@halyard/contract/market/calls';
import { useHasTradesTab } from '../../../domain/desktop/useIsDesktop.ts';
import type { DepthFigures } from '../../../domain/markets/DepthChart.tsx';
import type { AppError } from '../../../shared/api/appError.ts';
import { lazyPart } from '../../../shared/pwa/lazyPart.tsx';
import { Tabs } from '../../../shared/ui/Tabs.tsx';
import { VisuallyHidden } from '../../../shared/ui/VisuallyHidden.tsx';
import styles from './MarketSide.module.css';
import { OrderBook } from './OrderBook.tsx';

const DepthChart = lazyPart(async () => (await import('../../../domain/markets/DepthChart.tsx')).DepthChart);
const RecentTrades = lazyPart(async () => (await import('../../../domain/markets/RecentTrades.tsx')).RecentTrades);

const VIEWS = ['book', 'trades', 'depth'] as const;

// Trades may have a pane of their own.
const PANE_VIEWS = ['book', 'depth'] as const;

type View = (typeof VIEWS)[number];

const ICONS = { book: AlignRight, trades: History, depth: ChartArea } as const;

type MarketSideProps = {
  market: Market;
  book: Book | undefined;
  error: AppError | undefined;
  isStale: boolean;
  onRetry: () => void;
  onLevel: (level: BookLevel) => void;
};

/** Market data beside the ticket, at its height: book, trades, or depth. */
export function MarketSide(props: MarketSideProps) {
  const { market, book, isStale } = props;
  const { t } = useTranslation('spot');
  const [view, setView] = useState<View>('book');
  const views: readonly View[] = useHasTradesTab() ? VIEWS : PANE_VIEWS;
  const describe = useCallback((figures: DepthFigures) => t('depth.summary', figures), [t]);
  // Without a book there is nothing to draw, and the book's own view shows the reason.
  const orders = <OrderBook {...props} />;
  const depth = book && <DepthChart market={market} book={book} isStale={isStale} describe={describe} />;
  const contents = {
    book: orders,
    trades: <RecentTrades market={market} isStale={isStale} />,
    depth: depth === undefined ? orders : <div className={styles['depth']}>{depth}</div>,
  };
  return (
    <div className={styles['side']} data-view={view}>
      <Tabs
        label={t('book.views')}
        value={views.includes(view) ? view : 'book'}
        onValueChange={setView}
        items={views.map((value) => ({
          value,
          label: <ViewIcon view={value} />,
          content: (
            <div className={styles['panel']}>
              <Suspense fallback={null}>{contents[value]}</Suspense>
            </div>
          ),
        }))}
      />
    </div>
  );
}

/** Texts would not fit beside each other in any language. */
const ViewIcon = memo(function ViewIcon({ view }: { view: View }) {
  const { t } = useTranslation('spot');
  const Icon = ICONS[view];
  const name = t(`book.view.${view}`);
  return (
    <span className={styles['icon']} title={name}>
      <Icon aria-hidden size={18} />
      <VisuallyHidden>{name}</VisuallyHidden>
    </span>
  );
});
