import { AlignRight, History, Maximize2, Minimize2, Keyboard, LayoutDashboard, X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Group, Panel, Separator, usePanelRef } from 'react-resizable-panels';
import { paths } from '../../shared/navigation/paths.ts';
import { useIsStale } from '../../shared/realtime/useRealtime.ts';
import { classNames } from '../../shared/ui/classNames.ts';
import { IconButton } from '../../shared/ui/IconButton.tsx';
import type { TradingParts } from '../charts/TradingLayout.tsx';
import { MarketsPanel } from '../markets/list/MarketsPanel.tsx';
import { RecentTrades } from '../markets/RecentTrades.tsx';
import { symbolOf } from '../markets/marketsData.ts';
import styles from './DesktopLayout.module.css';
import { forgetSizes, readCharts, readSizes, writeCharts, writeSizes, type FurtherChart } from './deviceLayout.ts';
import { useShortcuts, KEYS, SHORTCUTS, type ShortcutControl } from './useShortcuts.ts';
import { useCandleSource } from '../../shared/charts/candleSource.ts';
import { useMatchMedia } from '../../shared/viewport/useMatchMedia.ts';
import { INTERVALS, USUAL_INTERVAL } from '../charts/intervals.ts';
import { MarketChart } from '../charts/MarketChart.tsx';
import { useListedMarkets, useMarket } from '../markets/useMarkets.ts';
import { Sheet } from '../../shared/ui/Sheet.tsx';
import { Switch } from '../../shared/ui/Switch.tsx';
import { Tabs } from '../../shared/ui/Tabs.tsx';
import { VisuallyHidden } from '../../shared/ui/VisuallyHidden.tsx';
import { useHasTradesTab } from './useIsDesktop.ts';

type PaneName = 'markets' | 'chart' | 'book' | 'trades' | 'ticket' | 'orders';

const PRODUCTS = {
  spot: { flag: undefined, path: paths.trade },
  options: { flag: 'isOptionOpen', path: paths.option },
  futures: { flag: 'isFuturesOpen', path: paths.lever },
} as const;

/** Narrowest panes that still show their figures, and lowest one that shows a row. */
const LEAST = { markets: '148px', side: '160px', ticket: '240px', chart: '360px', height: '120px' } as const;

/**
 * Trading on a desktop: markets, chart, book, trades, ticket and orders, each in a pane that is resized by dragging or
 * by keys and maximised by a double click on its head. Sizes stay on the device.
 */
export function DesktopLayout({ product, market, chart, ticket, book, orders }: TradingParts) {
  const { t } = useTranslation('desktop');
  const navigate = useNavigate();
  const root = useRef<HTMLDivElement>(null);
  const marketsPanel = usePanelRef();
  const [largest, setLargest] = useState<PaneName>();
  const [charts, setCharts] = useState(readCharts);
  const [resets, setResets] = useState(0);
  const [widths] = useState(() => usualWidths(book === undefined));
  const shortcuts = useShortcuts(root, {
    pricePlaces: market.pricePrecision,
    onRestore: () => setLargest(undefined),
    onSearch: () => marketsPanel.current?.expand(),
  });
  const symbol = symbolOf(market);
  const { flag, path } = PRODUCTS[product];
  const arrange = (next: typeof charts) => {
    setCharts(next);
    writeCharts(next);
  };
  const pane = { largest, onLargest: setLargest };
  return (
    <div ref={root} className={styles['desktop']} data-desktop>
      <PaneGroup key={resets} id="page" panes={['left', 'ticket']}>
        <Panel id="left" minSize={LEAST.chart}>
          <PaneGroup id="left" panes={['top', 'orders']} isColumn>
            <Panel id="top" minSize={LEAST.height}>
              <PaneGroup id="top" panes={['markets', 'chart', 'side']}>
                <Panel
                  id="markets"
                  panelRef={marketsPanel}
                  collapsible
                  defaultSize={widths.markets}
                  minSize={LEAST.markets}
                  groupResizeBehavior="preserve-pixel-size"
                >
                  <Pane {...pane} name="markets">
                    <MarketsPanel
                      isDense
                      flag={flag}
                      current={symbol}
                      onChoose={(chosen) => void navigate(path({ symbol: chosen }), { replace: true })}
                    />
                  </Pane>
                </Panel>
                <Divider between="markets" />
                <Panel id="chart" minSize={LEAST.chart}>
                  <Pane
                    {...pane}
                    name="chart"
                    hasOwnHead={product !== 'options'}
                    tools={
                      <ChartTools
                        symbol={symbol}
                        charts={charts}
                        onCharts={arrange}
                        onReset={() => {
                          forgetSizes();
                          setResets((before) => before + 1);
                        }}
                        onShortcuts={shortcuts.open}
                      />
                    }
                  >
                    <ChartGrid charts={charts} onCharts={arrange}>
                      {chart}
                    </ChartGrid>
                  </Pane>
                </Panel>
                <Divider between="chart" />
                <Panel
                  id="side"
                  defaultSize={widths.side}
                  minSize={LEAST.side}
                  groupResizeBehavior="preserve-pixel-size"
                >
                  <SidePanes market={market} book={book} hasTabs={product === 'spot'} pane={pane} />
                </Panel>
              </PaneGroup>
            </Panel>
            <Divider between="orders" />
            <Panel id="orders" defaultSize="30%" minSize={LEAST.height}>
              <Pane {...pane} name="orders" hasOwnHead>
                {orders}
              </Pane>
            </Panel>
          </PaneGroup>
        </Panel>
        <Divider between="ticket" />
        <Panel id="ticket" defaultSize={widths.ticket} minSize={LEAST.ticket} groupResizeBehavior="preserve-pixel-size">
          <Pane {...pane} name="ticket">
            {ticket}
          </Pane>
        </Panel>
      </PaneGroup>
      <ShortcutsSheet control={shortcuts} />
      <p className={styles['hint']} role="status">
        {largest !== undefined && t('isLargest', { pane: t(`pane.${largest}`) })}
      </p>
    </div>
  );
}

type PaneControl = { largest: PaneName | undefined; onLargest: (name: PaneName | undefined) => void };

type SidePanesProps = Pick<TradingParts, 'book' | 'market'> & { hasTabs: boolean; pane: PaneControl };

/** The book above the trades; options have no book. */
function SidePanes({ market, book, hasTabs, pane }: SidePanesProps) {
  const isStale = useIsStale();
  const trades = (
    <Pane {...pane} name="trades">
      <RecentTrades market={market} isStale={isStale} />
    </Pane>
  );
  const hasTradesTab = useHasTradesTab();
  if (book === undefined) return trades;
  if (hasTradesTab) {
    return (
      <Pane {...pane} name="book" hasOwnHead>
        {hasTabs ? book : <BookTabs book={book} trades={<RecentTrades market={market} isStale={isStale} />} />}
      </Pane>
    );
  }
  return (
    <PaneGroup id="side" panes={['book', 'trades']} isColumn>
      <Panel id="book" minSize={LEAST.height}>
        <Pane {...pane} name="book" hasOwnHead={hasTabs}>
          {book}
        </Pane>
      </Panel>
      <Divider between="book" />
      <Panel id="trades" defaultSize="24%" minSize={LEAST.height}>
        {trades}
      </Panel>
    </PaneGroup>
  );
}

/** Icons as on the spot page: words would not fit beside each other. */
const BOOK_ICONS = { book: AlignRight, trades: History } as const;

/** A book without tabs of its own, and the trades behind it. */
function BookTabs(contents: Readonly<Record<keyof typeof BOOK_ICONS, ReactNode>>) {
  const { t } = useTranslation('desktop');
  const [view, setView] = useState<keyof typeof BOOK_ICONS>('book');
  return (
    <Tabs
      label={t('pane.book')}
      value={view}
      onValueChange={setView}
      items={(['book', 'trades'] as const).map((value) => {
        const Icon = BOOK_ICONS[value];
        return {
          value,
          label: (
            <span className={styles['bookTab']} title={t(`pane.${value}`)}>
              <Icon aria-hidden size={18} />
              <VisuallyHidden>{t(`pane.${value}`)}</VisuallyHidden>
            </span>
          ),
          content: contents[value],
        };
      })}
    />
  );
}

/**
 * Widths at first: the chart gets half of the window, the other panes the rest up to what they can use. Trades without
 * a book have a line each, below their name.
 */
function usualWidths(isTradesAlone: boolean) {
  // As styled, not as measured: which bars are on the page depends on what has loaded.
  const railPx = getComputedStyle(document.documentElement).getPropertyValue('--rail');
  const restPx = window.innerWidth / 2 - (Number.parseFloat(railPx) || 0);
  const part = (share: number, fromPx: number, toPx: number) =>
    `${Math.round(Math.min(toPx, Math.max(fromPx, restPx * share)))}px`;
  return {
    markets: part(0.26, 150, 260),
    side: part(0.34, isTradesAlone ? 224 : 192, 280),
    ticket: part(0.4, 260, 340),
  };
}

/** Each pane scrolls its own content, so that its group has nothing to cut off. */
const UNCUT = { overflow: 'visible' } as const;

type PaneGroupProps = { id: string; panes: readonly string[]; isColumn?: boolean; children: ReactNode };

/** Panes in a row or a column, in the sizes that the user gave them. */
function PaneGroup({ id, panes, isColumn = false, children }: PaneGroupProps) {
  const [stored] = useState(() => readSizes(id, panes));
  return (
    <Group
      id={`panes-${id}`}
      style={UNCUT}
      orientation={isColumn ? 'vertical' : 'horizontal'}
      defaultLayout={stored}
      onLayoutChanged={(layout, { isUserInteraction, requestedLayout }) => {
        if (isUserInteraction) writeSizes(id, requestedLayout ?? layout);
      }}
    >
      {children}
    </Group>
  );
}

/** The line between two panes; arrow keys move it, a double click restores the usual size. */
function Divider({ between }: { between: 'markets' | 'chart' | 'orders' | 'ticket' | 'book' }) {
  const { t } = useTranslation('desktop');
  return <Separator className={styles['divider']} aria-label={t(`divider.${between}`)} />;
}

type PaneProps = PaneControl & {
  name: PaneName;
  /** Its content begins with a row that leaves room for the tools: tabs, or intervals. */
  hasOwnHead?: boolean;
  tools?: ReactNode;
  children: ReactNode;
};

/** Height of a pane's head, which takes a double click. */
const HEAD_PX = 44;

function Pane({ name, hasOwnHead = false, tools, children, largest, onLargest }: PaneProps) {
  const { t } = useTranslation('desktop');
  const isLargest = largest === name;
  const toggle = () => onLargest(isLargest ? undefined : name);
  const onDoubleClick = (event: MouseEvent<HTMLElement>) => {
    const isControl = (event.target as Element).closest('button, a, input, select, label, [role="tab"]') !== null;
    const isHead = event.clientY - event.currentTarget.getBoundingClientRect().top < HEAD_PX;
    if (isHead && !isControl) toggle();
  };
  return (
    <section
      // The book is a region of the same name already.
      role={name === 'book' ? 'group' : undefined}
      aria-label={t(`pane.${name}`)}
      className={styles['pane']}
      data-pane={name}
      data-is-largest={isLargest || undefined}
      data-own-head={hasOwnHead || undefined}
      inert={largest !== undefined && !isLargest}
    >
      <div role="presentation" className={styles['frame']} onDoubleClick={onDoubleClick}>
        <div className={styles['head']}>
          <h2 className={styles['title']}>{t(`pane.${name}`)}</h2>
          {tools}
          <IconButton
            icon={isLargest ? <Minimize2 aria-hidden /> : <Maximize2 aria-hidden />}
            label={t(isLargest ? 'restore' : 'maximise', { pane: t(`pane.${name}`) })}
            className={styles['tool']}
            onClick={toggle}
          />
        </div>
        <div
          className={classNames(styles['body'], styles[name])}
          // Without a control inside, keys scroll only what takes the focus itself.
          {...(name === 'trades' && { role: 'group', 'aria-label': t('pane.trades'), tabIndex: 0 })}
        >
          {children}
        </div>
      </div>
    </section>
  );
}

/** Room for several charts. */
const VERY_WIDE = '(width >= 1600px)';

const COUNTS = [1, 2, 3, 4] as const;

type ChartsProps = { charts: readonly FurtherChart[]; onCharts: (charts: readonly FurtherChart[]) => void };

/** The page's chart, and up to three of other markets. */
function ChartGrid({ charts, onCharts, children }: ChartsProps & { children: ReactNode }) {
  const isVeryWide = useMatchMedia(VERY_WIDE);
  const shown = isVeryWide ? charts : [];
  return (
    <div className={styles['charts']} data-count={shown.length + 1}>
      <div className={styles['cell']}>{children}</div>
      {shown.map((chart, place) => (
        <Further
          key={chart.symbol}
          others={charts.filter((each) => each !== chart).map((each) => each.symbol)}
          chart={chart}
          onChange={(changed) => onCharts(charts.map((each, at) => (at === place ? changed : each)))}
          onClose={() => onCharts(charts.filter((_, at) => at !== place))}
        />
      ))}
    </div>
  );
}

type FurtherProps = {
  chart: FurtherChart;
  /** Markets of the other charts. */
  others: readonly string[];
  onChange: (chart: FurtherChart) => void;
  onClose: () => void;
};

function Further({ chart, others, onChange, onClose }: FurtherProps) {
  const { t } = useTranslation('desktop');
  const source = useCandleSource();
  const { market } = useMarket(chart.symbol);
  const { markets } = useListedMarkets();
  const symbols = markets?.map(symbolOf).filter((each) => !others.includes(each)) ?? [chart.symbol];
  return (
    <section className={styles['cell']} aria-label={t('charts.of', { symbol: chart.symbol })}>
      <div className={styles['cellHead']}>
        <select
          className={styles['select']}
          aria-label={t('charts.market')}
          value={chart.symbol}
          onChange={(event) => onChange({ ...chart, symbol: event.target.value })}
        >
          {symbols.map((symbol) => (
            <option key={symbol}>{symbol}</option>
          ))}
        </select>
        <IntervalSelect chart={chart} onChange={onChange} />
        <IconButton
          icon={<X aria-hidden />}
          label={t('charts.close', { symbol: chart.symbol })}
          className={styles['tool']}
          onClick={onClose}
        />
      </div>
      <div>
        {market !== undefined && (
          <MarketChart market={market} source={source} variant="strip" interval={chart.interval} />
        )}
      </div>
    </section>
  );
}

function IntervalSelect({ chart, onChange }: Pick<FurtherProps, 'chart' | 'onChange'>) {
  const { t } = useTranslation('kline');
  return (
    <select
      className={styles['select']}
      aria-label={t('interval')}
      value={chart.interval}
      onChange={(event) => {
        const interval = INTERVALS.find(({ id }) => id === event.target.value)?.id;
        if (interval !== undefined) onChange({ ...chart, interval });
      }}
    >
      {INTERVALS.map(({ id }) => (
        <option key={id} value={id}>
          {t(`intervalNames.${id}`)}
        </option>
      ))}
    </select>
  );
}

type ChartToolsProps = ChartsProps & {
  /** The page's market. */
  symbol: string;
  onReset: () => void;
  onShortcuts: () => void;
};

/** Number of charts, usual sizes of all panes, and the shortcuts. */
function ChartTools({ symbol, charts, onCharts, onReset, onShortcuts }: ChartToolsProps) {
  const { t } = useTranslation('desktop');
  const isVeryWide = useMatchMedia(VERY_WIDE);
  const { markets } = useListedMarkets();
  const show = (further: number) => {
    const others = (markets ?? []).map(symbolOf).filter((each) => each !== symbol);
    const unused = others.filter((each) => charts.every((chart) => chart.symbol !== each));
    const added = unused.map((each): FurtherChart => ({ symbol: each, interval: USUAL_INTERVAL }));
    onCharts([...charts, ...added].slice(0, further));
  };
  return (
    <>
      {isVeryWide && (
        <select
          className={styles['select']}
          aria-label={t('charts.count')}
          value={charts.length + 1}
          onChange={(event) => show(event.target.selectedIndex)}
        >
          {COUNTS.map((count) => (
            <option key={count} value={count}>
              {t('charts.number', { count })}
            </option>
          ))}
        </select>
      )}
      <IconButton
        icon={<LayoutDashboard aria-hidden />}
        label={t('reset')}
        title={t('reset')}
        className={styles['tool']}
        onClick={onReset}
      />
      <IconButton
        icon={<Keyboard aria-hidden />}
        label={t('shortcuts.title')}
        title={t('shortcuts.title')}
        className={styles['tool']}
        onClick={onShortcuts}
      />
    </>
  );
}

/** The list of shortcuts; each can be turned off, and all at once. */
function ShortcutsSheet({ control }: { control: ShortcutControl }) {
  const { t } = useTranslation('desktop');
  const { isOpen, setOpen, off, turn, turnAll } = control;
  return (
    <Sheet isOpen={isOpen} onOpenChange={setOpen} title={t('shortcuts.title')}>
      <div className={styles['shortcuts']}>
        <Switch label={<b>{t('shortcuts.all')}</b>} isOn={off.length < SHORTCUTS.length} onChange={turnAll} />
        {SHORTCUTS.map((shortcut) => (
          <Switch
            key={shortcut}
            label={
              <span className={styles['shortcut']}>
                <kbd className={styles['key']}>{KEYS[shortcut]}</kbd>
                {t(`shortcuts.${shortcut}`)}
              </span>
            }
            isOn={!off.includes(shortcut)}
            onChange={(isOn) => turn(shortcut, isOn)}
          />
        ))}
      </div>
    </Sheet>
  );
}
