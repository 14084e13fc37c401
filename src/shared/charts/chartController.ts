import type { Decimal } from '@halyard/contract/money';
import type { EChartsType } from 'echarts/core';
import type { CandleSource, ChartCandle, SourceChange } from './candleSource.ts';
import { ChartPainter, type PaintInput } from './chartPainter.ts';
import type { ChartMarks, TradeMark, ChartSetup } from './chartSettings.ts';
import { readTheme, watchTheme, type ChartTheme } from './chartTheme.ts';
import { ChartNotifier } from './chartNotifier.ts';
import { createIndicatorSet, joined, type IndicatorSet } from './indicator.ts';
import { placeAt } from './layout.ts';
import type { Cursor, Scene } from './scene.ts';
import { candleAt } from './traces.ts';
import { afterOlder, isFollowing, latestView, pan, reveal, zoom, type View } from './viewport.ts';
import { createListeners } from '../store/listeners.ts';

/**
 * Loads the candles before a moment; an empty list means that there are none. A result that arrives after a change of
 * market or period is dropped. After a rejection, the next pan asks again.
 */
export type NeedOlder = (beforeMs: number) => Promise<readonly ChartCandle[]>;

/** Content of a chart, and its source of older candles. */
export type ChartOrders = {
  readonly setup: ChartSetup;
  readonly marks: ChartMarks;
  readonly onNeedOlder: NeedOlder | undefined;
};

/** Older candles are requested when the view is this share of a screen from the oldest one. */
const ASK_AHEAD_SHARE = 0.5;
/** Share of the visible range by which a button moves. */
const MOVE_SHARE = 0.25;

/**
 * Connects a source, a view and a chart. All changes are drawn once, in the next animation frame. `scene` is the
 * visible content; `subscribe` notifies after each picture.
 */
export class ChartController {
  private orders: ChartOrders | undefined;
  private indicators: IndicatorSet | undefined;
  /** Changes of the source since the indicators were last synchronized. */
  private change: SourceChange | undefined;
  private chart: EChartsType | undefined;
  private painter: ChartPainter | undefined;
  private theme: ChartTheme | undefined;
  private view: View | undefined;
  private cursor: Cursor | undefined;
  private held = false;
  private drawId: number | undefined;
  /** Candle at the left edge, to restore the place when everything is replaced. */
  private leftMs: number | undefined;
  private wasFollowing = true;
  private askedBeforeMs: number | undefined;
  /** Number of candle changes. */
  private version = 0;
  /** Number of replacements of everything. */
  private generation = 0;
  private readonly pictures = createListeners();
  /** Chart state for React. */
  readonly notifier: ChartNotifier = new ChartNotifier(this);

  constructor(readonly source: CandleSource) {}

  /** Follows the source and the theme until the returned function is called. The caller owns the chart itself. */
  start(): () => void {
    const stops = [this.source.subscribe((change) => this.onSource(change)), watchTheme(() => this.retheme())];
    this.change = { kind: 'all' };
    this.schedule();
    return () => {
      stops.forEach((stop) => stop());
      if (this.drawId !== undefined) cancelAnimationFrame(this.drawId);
      this.drawId = undefined;
      // The chart may continue with another source, on an empty canvas.
      if (this.chart !== undefined && !this.chart.isDisposed()) this.painter?.clear();
    };
  }

  /** Draws on a chart from now on. */
  attach(chart: EChartsType): void {
    this.chart = chart;
    this.painter = new ChartPainter(chart);
    this.retheme();
  }

  /** Changes the content: another period, other indicators, other marks. */
  update(orders: ChartOrders): void {
    const before = this.orders?.setup;
    const { setup } = orders;
    this.orders = orders;
    if (before?.window !== setup.window) this.view = undefined;
    if (before?.settings !== setup.settings || before.mode !== setup.mode || before.variant !== setup.variant) {
      this.indicators = createIndicatorSet(setup);
      this.change = { kind: 'all' };
    }
    this.schedule();
  }

  /** Call when the element's size has changed. */
  readonly resize = (): void => {
    const { chart } = this;
    // ECharts returns `undefined`, not `false`, while a chart exists. It got its first size as numbers, which it would
    // otherwise retain.
    if (chart === undefined || chart.isDisposed()) return;
    const { clientWidth, clientHeight } = chart.getDom();
    if (clientWidth === chart.getWidth() && clientHeight === chart.getHeight()) return;
    chart.resize({ width: 'auto', height: 'auto', silent: true });
    this.schedule();
  };

  /** Visible content; `undefined` while there is none. */
  get scene(): Scene | undefined {
    return this.painter?.current;
  }

  /** Draws pending changes at once. Returns the last price on the picture; `undefined` if there is none. */
  settle(): Decimal | undefined {
    // The first picture takes several draws.
    while (this.drawId !== undefined) {
      cancelAnimationFrame(this.drawId);
      this.drawId = undefined;
      this.draw();
    }
    return this.scene === undefined ? undefined : this.source.candles.at(-1)?.close;
  }

  /** The chart that it draws on, with its colours. */
  get canvas(): { readonly chart: EChartsType; readonly theme: ChartTheme } | undefined {
    const { chart, theme } = this;
    return chart === undefined || theme === undefined ? undefined : { chart, theme };
  }

  /** The user's executions in a candle. */
  tradesIn(index: number): readonly TradeMark[] {
    const { openedAtMs } = this.source.columns;
    return this.orders?.marks.trades.filter(({ atMs }) => candleAt(openedAtMs, atMs) === index) ?? [];
  }

  /** Whether the crosshair stays when the pointer leaves. */
  get isHeld(): boolean {
    return this.held;
  }

  /** Calls `listener` after each picture. Returns the unsubscribe function. */
  readonly subscribe = this.pictures.subscribe;

  /** Moves the candles with a finger; positive goes back in time. */
  panBy(px: number): void {
    const stepPx = this.scene?.stepPx;
    if (stepPx !== undefined) this.changeView((view, count) => pan(view, -px / stepPx, count));
  }

  /** Moves by a share of the visible range; positive goes to newer candles. */
  moveBy(direction: 1 | -1): void {
    this.changeView((view, count) => pan(view, direction * view.span * MOVE_SHARE, count));
  }

  /**
   * Widens (`factor` above 1) or narrows the visible range around a point, or around the newest candle if it is
   * visible.
   */
  zoomBy(factor: number, x?: number): void {
    const layout = this.scene?.layout;
    this.changeView((view, count) => {
      const middle = isFollowing(view, count) ? count : view.from + view.span / 2;
      return zoom(view, factor, x === undefined || layout === undefined ? middle : placeAt(x, view, layout), count);
    });
  }

  /** Moves to the newest candle. */
  showLatest(): void {
    this.release();
    this.changeView((view, count) => latestView(count, 0, view.span, this.ahead));
  }

  /** Points at the candle under a point, and stays there if held. */
  pointAt(x: number, y: number, isHeld = this.held): void {
    const { layout } = this.scene ?? {};
    if (layout === undefined || this.view === undefined) return;
    this.held = isHeld;
    this.point(Math.floor(placeAt(x, this.view, layout)), Math.min(layout.bottom, Math.max(layout.price.top, y)));
  }

  /** Moves the crosshair by `steps` candles, from its place or from the newest candle, and scrolls it into view. */
  step(steps: number): void {
    const from = this.cursor?.index ?? this.source.candles.length - (steps < 0 ? 0 : 1);
    this.held = true;
    this.point(from + steps, undefined);
    const index = this.cursor?.index;
    if (index !== undefined) this.changeView((view, count) => reveal(view, index, count));
  }

  /** Holds the crosshair at the newest visible candle. */
  hold(): void {
    const last = (this.scene?.visible[1] ?? 0) - 1;
    this.held = true;
    this.point(this.cursor?.index ?? last, this.cursor?.y);
  }

  /** Removes the crosshair, unless it is held. */
  leave(): void {
    if (!this.held) this.release();
  }

  /** Removes the crosshair. */
  release(): void {
    this.cursor = undefined;
    this.held = false;
    this.schedule();
  }

  private get ahead(): number | undefined {
    return this.orders?.setup.window?.ahead;
  }

  private point(index: number, y: number | undefined): void {
    const last = this.source.candles.length - 1;
    if (last < 0) return;
    this.cursor = { index: Math.min(last, Math.max(0, index)), y };
    this.schedule();
  }

  private changeView(change: (view: View, count: number) => View): void {
    if (this.view === undefined) return;
    this.view = change(this.view, this.source.candles.length);
    this.schedule();
  }

  private onSource(change: SourceChange): void {
    const count = this.source.candles.length;
    this.change = joined(this.change, change);
    this.version += 1;
    if (change.kind === 'all') this.resetView(count);
    if (change.kind === 'older') {
      this.changeView((view) => afterOlder(view, change.count));
      if (this.cursor !== undefined) this.cursor = { ...this.cursor, index: this.cursor.index + change.count };
    }
    if (change.kind === 'live' && change.appended === 1) {
      this.changeView((view) => (isFollowing(view, count - 1) ? pan(view, 1, count) : view));
    }
    this.schedule();
  }

  /**
   * Shows the same time range if the new candles contain it and the user had looked at it; otherwise the newest
   * candles.
   */
  private resetView(count: number): void {
    this.cursor = undefined;
    this.held = false;
    this.generation += 1;
    this.askedBeforeMs = undefined;
    if (this.view === undefined) return;
    const left = this.leftMs === undefined ? -1 : this.source.columns.openedAtMs.indexOf(this.leftMs);
    const hasPlace = !this.wasFollowing && left >= 0;
    const { from, span } = this.view;
    this.view = hasPlace
      ? { span, from: left + Math.max(0, from - Math.floor(from)) }
      : latestView(count, 0, span, this.ahead);
  }

  private retheme(): void {
    this.theme = undefined;
    this.schedule();
  }

  private schedule(): void {
    this.drawId ??= requestAnimationFrame(() => {
      this.drawId = undefined;
      this.draw();
    });
  }

  private draw(): void {
    const { chart, painter, orders, indicators, source, cursor } = this;
    // A chart is disposed of before its component drops it.
    if (painter === undefined || chart === undefined || chart.isDisposed()) return;
    if (orders === undefined || indicators === undefined) return;
    const size = { width: chart.getWidth(), height: chart.getHeight() };
    if (size.width === 0 || size.height === 0) return;
    const theme = (this.theme ??= readTheme());
    if (painter.prepare({ ...orders, theme, indicators })) return this.schedule();
    const { columns } = source;
    if (this.change !== undefined) indicators.sync(columns, this.change);
    this.change = undefined;
    if (columns.length === 0) painter.clear();
    else if (!this.paint(painter, { source, size, ...orders, theme, indicators, cursor })) return this.schedule();
    this.pictures.notify();
    this.askForOlder();
  }

  private paint(painter: ChartPainter, input: Omit<PaintInput, 'view' | 'version'>): boolean {
    const { columns } = this.source;
    this.view ??= latestView(columns.length, input.size.width, input.setup.window?.span, this.ahead);
    const isDrawn = painter.paint({ ...input, view: this.view, version: this.version });
    this.leftMs = columns.openedAtMs[Math.max(0, Math.floor(this.view.from))];
    this.wasFollowing = isFollowing(this.view, columns.length);
    return isDrawn;
  }

  private askForOlder(): void {
    const { view } = this;
    const onNeedOlder = this.orders?.onNeedOlder;
    const firstMs = this.source.columns.openedAtMs[0];
    if (view === undefined || onNeedOlder === undefined || firstMs === undefined) return;
    if (view.from > view.span * ASK_AHEAD_SHARE || this.askedBeforeMs === firstMs) return;
    this.askedBeforeMs = firstMs;
    const { generation } = this;
    const unlessReplaced = (act: () => void) => {
      if (this.generation === generation) act();
    };
    onNeedOlder(firstMs).then(
      (older) => unlessReplaced(() => this.source.prepend(older)),
      () => unlessReplaced(() => (this.askedBeforeMs = undefined)),
    );
  }
}
