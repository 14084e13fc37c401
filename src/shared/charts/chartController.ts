import type { EChartsType } from 'echarts/core';
import type { CandleSource, ChartCandle, SourceChange } from './candleSource.ts';
import { chartOption } from './chartOption.ts';
import { readTheme, watchTheme, type ChartTheme } from './chartTheme.ts';
import { compose, type ChartSetup, type Cursor, type Frame } from './composition.ts';
import { placeAt } from './layout.ts';
import { afterOlder, isFollowing, latestView, pan, reveal, zoom, type View } from './viewport.ts';

/**
 * Asks for the candles before a moment; none means that there are none. What comes after another market or period was chosen is dropped. A promise
 * that rejects lets the next pan ask again.
 */
export type NeedOlder = (beforeMs: number) => Promise<readonly ChartCandle[]>;

/** Half a screen before the oldest candle is in sight, older ones are asked for. */
const ASK_AHEAD_SHARE = 0.5;

/**
 * Joins a source, a view and a chart: whatever changes is drawn once, in the next animation frame. What stands over the picture is read with
 * `getFrame`, and `subscribe` tells when it changed.
 */
export class ChartController {
  private readonly source: CandleSource;
  private setup: ChartSetup | undefined;
  private onNeedOlder: NeedOlder | undefined;
  private chart: EChartsType | undefined;
  private theme: ChartTheme | undefined;
  private view: View | undefined;
  private cursor: Cursor | undefined;
  private frame: Frame | undefined;
  private drawId: number | undefined;
  /** The candle at the left edge, to find the place again when everything is replaced. */
  private leftMs: number | undefined;
  private askedBeforeMs: number | undefined;
  /** How often everything was replaced. */
  private generation = 0;
  private readonly listeners = new Set<() => void>();

  constructor(source: CandleSource) {
    this.source = source;
  }

  /** Follows the source and the theme until the returned function is called. The chart itself belongs to who made it. */
  start(): () => void {
    const stops = [this.source.subscribe((change) => this.onSource(change)), watchTheme(() => this.retheme())];
    this.schedule();
    return () => {
      stops.forEach((stop) => stop());
      if (this.drawId !== undefined) cancelAnimationFrame(this.drawId);
      this.drawId = undefined;
    };
  }

  /** Draws on a chart from now on. */
  attach(chart: EChartsType): void {
    this.chart = chart;
    this.retheme();
  }

  /** Shows another period, mode, precision or language, and asks somebody else for older candles. */
  update(setup: ChartSetup, onNeedOlder: NeedOlder | undefined): void {
    this.setup = setup;
    this.onNeedOlder = onNeedOlder;
    this.schedule();
  }

  /** To be called when the size of its element changed. */
  readonly resize = (): void => {
    const { chart } = this;
    // ECharts answers `undefined`, not `false`, as long as a chart is there. It was given its first size in figures, which it would keep.
    if (chart !== undefined && !chart.isDisposed()) chart.resize({ width: 'auto', height: 'auto' });
    this.schedule();
  };

  readonly getFrame = (): Frame | undefined => this.frame;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Moves the candles with a finger; positive goes back in time. */
  panBy(px: number): void {
    const stepPx = this.frame?.layout.stepPx;
    if (stepPx !== undefined) this.look((view, count) => pan(view, -px / stepPx, count));
  }

  /** Widens (`factor` above 1) or narrows what is in sight around a point, or around the newest candle when it is in sight. */
  zoomBy(factor: number, x?: number): void {
    const layout = this.frame?.layout;
    this.look((view, count) => {
      const middle = isFollowing(view, count) ? count : view.from + view.span / 2;
      return zoom(view, factor, x === undefined || layout === undefined ? middle : placeAt(x, view, layout), count);
    });
  }

  /** Goes to the newest candle. */
  showLatest(): void {
    this.cursor = undefined;
    this.look((view, count) => latestView(count, 0, view.span));
  }

  /** Points at the candle under a point. */
  pointAt(x: number, y: number): void {
    const { layout } = this.frame ?? {};
    if (layout === undefined || this.view === undefined) return;
    const bottom = layout.price.top + layout.price.height;
    this.point(Math.floor(placeAt(x, this.view, layout)), Math.min(bottom, Math.max(layout.price.top, y)));
  }

  /** Points at the next candle but `steps`, from the one pointed at or the newest, and brings it in sight. */
  step(steps: number): void {
    const from = this.cursor?.index ?? this.source.candles.length - (steps < 0 ? 0 : 1);
    this.point(from + steps, undefined);
    const index = this.cursor?.index;
    if (index !== undefined) this.look((view, count) => reveal(view, index, count));
  }

  /** Points at nothing. */
  unpoint(): void {
    this.cursor = undefined;
    this.schedule();
  }

  private point(index: number, y: number | undefined): void {
    const last = this.source.candles.length - 1;
    if (last < 0) return;
    this.cursor = { index: Math.min(last, Math.max(0, index)), y };
    this.schedule();
  }

  private look(change: (view: View, count: number) => View): void {
    if (this.view === undefined) return;
    this.view = change(this.view, this.source.candles.length);
    this.schedule();
  }

  private onSource(change: SourceChange): void {
    const count = this.source.candles.length;
    if (change.kind === 'all') this.startAnew(count);
    if (change.kind === 'older') {
      this.look((view) => afterOlder(view, change.count));
      if (this.cursor !== undefined) this.cursor = { ...this.cursor, index: this.cursor.index + change.count };
    }
    if (change.kind === 'live' && change.appended === 1) {
      this.look((view) => (isFollowing(view, count - 1) ? pan(view, 1, count) : view));
    }
    this.schedule();
  }

  /** The same stretch of time when it is among the new candles and was looked at; otherwise the newest ones. */
  private startAnew(count: number): void {
    this.cursor = undefined;
    this.generation += 1;
    this.askedBeforeMs = undefined;
    if (this.view === undefined) return;
    const wasFollowing = this.frame === undefined || isFollowing(this.view, this.frame.shown.index + 1);
    const left = this.leftMs === undefined ? -1 : this.source.columns.openedAtMs.indexOf(this.leftMs);
    const hasPlace = !wasFollowing && left >= 0;
    this.view = hasPlace ? { ...this.view, from: left } : latestView(count, 0, this.view.span);
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
    const { chart, setup } = this;
    // A chart is disposed of before its component forgets it.
    if (chart === undefined || chart.isDisposed() || setup === undefined) return;
    const size = { width: chart.getWidth(), height: chart.getHeight() };
    if (size.width === 0 || size.height === 0) return;
    const composed = this.composed(size, setup);
    this.frame = composed?.frame;
    if (composed === undefined) chart.clear();
    else chart.setOption(chartOption(composed.picture));
    this.leftMs = this.source.columns.openedAtMs[Math.max(0, Math.floor(this.view?.from ?? 0))];
    this.listeners.forEach((listener) => listener());
    this.askForOlder();
  }

  private composed(size: { width: number; height: number }, setup: ChartSetup) {
    const { source, cursor } = this;
    const count = source.candles.length;
    if (count === 0) return undefined;
    this.theme ??= readTheme();
    this.view ??= latestView(count, size.width);
    return compose({ source, view: this.view, size, setup, theme: this.theme, cursor });
  }

  private askForOlder(): void {
    const { view, onNeedOlder } = this;
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
