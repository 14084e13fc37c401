import { ChevronDown } from 'lucide-react';
import { memo, Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/market/calls';
import type { ChartMarks } from '../../shared/charts/chartSettings.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import { Loading, Skeleton } from '../../shared/ui/Skeleton.tsx';
import { classNames } from '../../shared/ui/classNames.ts';
import { useMatchMedia } from '../../shared/viewport/useMatchMedia.ts';
import { useChartPreferences } from '../preferences/useChartPreferences.ts';
import styles from './TradeChart.module.css';
import type { ChartActs } from './useChartMarks.ts';

/** Room for a chart beside a phone-sized column. */
const WIDE = '(width >= 768px)';

/** Room for the chart, the ticket and the first lines of the orders, one above the other. */
const HIGH = '(height >= 1000px)';

const ChartPanel = lazyPart(async () => (await import('./ChartPanel.tsx')).ChartPanel);

type TradeChartProps = {
  market: Market;
  /** On the futures page, which has no book, it is open until the user closes it, if there is room. */
  isOfFutures?: boolean;
  /** Replaces the user's own spot orders and executions. */
  marks?: ChartMarks;
  /** Actions on the user's spot orders on the chart. */
  acts?: ChartActs;
};

/**
 * The market's chart on the trade page: open beside the ticket if there is room, otherwise collapsible above it. The
 * drawing code loads when the chart is first shown.
 */
export const TradeChart = memo(function TradeChart({ market, isOfFutures = false, marks, acts }: TradeChartProps) {
  const { t } = useTranslation('common');
  const { chart, change } = useChartPreferences();
  const panelId = useId();
  const isWide = useMatchMedia(WIDE);
  const isHigh = useMatchMedia(HIGH);
  if (isWide) {
    return (
      <section aria-label={t('chart.label')} className={styles['beside']}>
        <Panel market={market} variant="full" marks={marks} acts={acts} />
      </section>
    );
  }
  const stored = isOfFutures ? 'isFuturesStripOpen' : 'isStripOpen';
  const isOpen = chart[stored] ?? isHigh;
  return (
    <section aria-label={t('chart.label')} className={classNames(styles['strip'], !isOfFutures && styles['ofSpot'])}>
      <button
        type="button"
        className={styles['toggle']}
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => change({ [stored]: !isOpen })}
      >
        {t('chart.label')}
        <ChevronDown aria-hidden size={16} />
      </button>
      <div id={panelId} className={styles['small']} hidden={!isOpen}>
        {isOpen && <Panel market={market} variant="strip" marks={marks} acts={acts} />}
      </div>
    </section>
  );
});

type PanelProps = {
  market: Market;
  variant: 'full' | 'strip';
  marks: ChartMarks | undefined;
  acts: ChartActs | undefined;
};

function Panel({ market, variant, marks, acts }: PanelProps) {
  const waiting = (
    <div className={classNames(styles['panel'], styles['waiting'])}>
      <Loading>
        <Skeleton shape="block" height="100%" />
      </Loading>
    </div>
  );
  return (
    <Suspense fallback={waiting}>
      <ChartPanel market={market} variant={variant} marks={marks} acts={acts} />
    </Suspense>
  );
}
