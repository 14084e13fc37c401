import type { EChartsType, SetOptionOpts } from 'echarts/core';
import type { CandleSource } from './candleSource.ts';
import {
  figureLinesOf,
  lastText,
  paneLabels,
  priceLabels,
  putAxis,
  putCursor,
  putExtremes,
  putFigures,
  putLast,
  putMoments,
  putOrders,
  putTimes,
  linesOf,
  type FigureLines,
  type Ink,
  type ValueLabel,
} from './captions.ts';
import { chartOption, type Structure } from './chartOption.ts';
import { PANES, type ChartMarks, type ChartSetup } from './chartSettings.ts';
import type { ChartTheme } from './chartTheme.ts';
import { isTrace, type TraceShape } from './echarts.ts';
import { createFigures } from './figures.ts';
import type { IndicatorSet } from './indicator.ts';
import { Labels, STRONG } from './labels.ts';
import { layoutOf, type Layout } from './layout.ts';
import { sceneOf, type Cursor, type Scene } from './scene.ts';
import { textWidth } from './textWidth.ts';
import { createTimeMarks, PERIOD_MS } from './timeScale.ts';
import { visibleRange, type View } from './viewport.ts';

export type PaintInput = {
  readonly source: Pick<CandleSource, 'candles' | 'columns'>;
  readonly view: View;
  readonly size: { readonly width: number; readonly height: number };
  readonly setup: ChartSetup;
  readonly theme: ChartTheme;
  readonly indicators: IndicatorSet;
  readonly marks: ChartMarks;
  readonly cursor: Cursor | undefined;
  /** Changes whenever a candle has changed. */
  readonly version: number;
};

/** Inputs of the structure. */
type StructureInputs = Pick<PaintInput, 'setup' | 'theme' | 'indicators'>;

/** Content and texts of one picture. */
type Composed = {
  readonly scene: Scene;
  readonly ink: Ink;
  readonly axis: readonly ValueLabel[];
  readonly figures: FigureLines;
  readonly labelLength: number;
};

/** Minimum height of a step of the price axis. */
const TICK_PX = { full: 46, strip: 56 } as const;
/**
 * The axis gets narrower only when the longest label is this much shorter, so that its width does not alternate with a
 * digit.
 */
const SPARE_LETTERS = 2;

/**
 * Draws on a chart. The structure is passed to ECharts only when it has changed; every other picture marks the shapes
 * dirty, updates the changed texts, and repaints.
 */
export class ChartPainter {
  private scene: Scene | undefined;
  private labels: Labels | undefined;
  private ink: Omit<Ink, 'candles'> | undefined;
  private shapes: readonly TraceShape[] = [];
  private readonly timeMarks = createTimeMarks();
  /** Inputs of the structure that ECharts has. */
  private structureInputs: readonly unknown[] = [];
  /** ECharts has taken in its first structure, but built nothing of it yet. */
  private isUnmade = false;
  private labelLength = 0;
  private headLines = 0;
  private width = 0;
  private readonly lastLayout = createMemo<Layout>();
  private readonly lastFigures = createMemo<FigureLines>();

  constructor(private readonly chart: EChartsType) {}

  /** Visible content; `undefined` before the first picture and while there is none. */
  get current(): Scene | undefined {
    return this.scene;
  }

  /**
   * Prepares a new chart before there is anything to draw, in two steps: together with the first picture they would
   * delay a touch for too long. Returns whether there was something to do.
   */
  prepare(inputs: StructureInputs): boolean {
    if (this.isUnmade) {
      this.isUnmade = false;
      // Builds the deferred parts and, unlike every other call of ECharts, paints nothing.
      this.chart.resize({ silent: true });
      this.findShapes();
    } else if (this.structureInputs.length > 0) return false;
    else this.setStructureLater(this.structureOf(inputs));
    // There is no content yet, and zrender would paint it.
    this.chart.getZr().animation.stop();
    return true;
  }

  /**
   * Draws a picture at once; nothing without a visible candle. The first one takes two calls, since its texts are as
   * much work as its shapes. Returns whether the picture is drawn.
   */
  paint(input: PaintInput): boolean {
    const composed = this.composed(input);
    if (composed === undefined) {
      this.clear();
      return true;
    }
    const isFirst = this.scene === undefined;
    this.scene = composed.scene;
    const structure = this.structureOf(input);
    this.write(composed);
    // ECharts paints synchronously on `setOption`, texts included.
    if (structure !== undefined) this.setStructure(structure);
    else if (isFirst) this.layOutTexts();
    else this.repaint();
    return structure !== undefined || !isFirst;
  }

  private layOutTexts(): void {
    const { storage, animation } = this.chart.getZr();
    storage.getDisplayList(true);
    // Otherwise zrender would paint in the same frame as the next call.
    animation.stop();
  }

  private repaint(): void {
    for (const shape of this.shapes) shape.dirtyShape();
    const zr = this.chart.getZr();
    zr.flush();
    // zrender would request ten more frames that draw nothing. Every change of a shape or text, and ECharts itself,
    // restarts its loop.
    zr.animation.stop();
  }

  /** Empties the canvas. */
  clear(): void {
    if (this.scene === undefined) return;
    this.scene = undefined;
    this.shapes = [];
    this.structureInputs = [];
    this.isUnmade = false;
    this.dropLabels();
    this.chart.clear();
  }

  private dropLabels(): void {
    this.labels?.dispose();
    this.labels = undefined;
  }

  /** The labels determine the axis width, that the plot width, and that the labels: a second pass settles it. */
  private composed(input: PaintInput): Composed | undefined {
    // With more room, figures take fewer lines.
    if (input.size.width !== this.width) this.headLines = 0;
    this.width = input.size.width;
    const first = this.tried(input);
    if (first === undefined) return undefined;
    const isTight = first.labelLength > this.labelLength || linesOf(first.figures.head) > this.headLines;
    const isLoose = first.labelLength < this.labelLength - SPARE_LETTERS;
    if (!isTight && !isLoose) return first;
    this.labelLength = first.labelLength;
    this.headLines = Math.max(this.headLines, linesOf(first.figures.head));
    return this.tried(input);
  }

  private tried(input: PaintInput): Composed | undefined {
    const { source, setup, view, marks, cursor, indicators } = input;
    const { columns, candles } = source;
    const ink = { ...this.inkOf(input), candles };
    const { scale } = setup.settings;
    const scene = sceneOf(
      {
        columns,
        view,
        visible: visibleRange(view, columns.length),
        mode: setup.mode,
        candleMs: PERIOD_MS[setup.period],
        isLog: scale === 'log',
        pricePlaces: setup.pricePlaces,
        tickPx: TICK_PX[setup.variant],
        overlays: indicators.overlays,
        panes: indicators.panes,
        marks,
        cursor,
      },
      this.layout(input),
    );
    if (scene === undefined) return undefined;
    const axis = [...priceLabels(scene, ink), ...scene.panes.flatMap((pane) => paneLabels(pane, ink))];
    const labelLength = Math.max(lastText(ink).length, ...axis.map(({ text }) => text.length));
    return { scene, ink, axis, figures: this.figureLines(scene, ink, input.version), labelLength };
  }

  private layout({ size, theme, setup, indicators }: PaintInput): Layout {
    const { labelLength, headLines } = this;
    const { width, height } = size;
    const reason = [width, height, theme, setup, indicators, labelLength, headLines];
    return this.lastLayout(reason, () => {
      const isFull = setup.variant === 'full';
      return layoutOf({
        size,
        labelPx: theme.labelPx,
        labelLength,
        headLines: isFull ? headLines : 0,
        panes: indicators.panes.flatMap(({ id }) => PANES.filter((pane) => pane === id)),
        hasTitles: isFull,
      });
    });
  }

  private figureLines(scene: Scene, ink: Ink, version: number): FigureLines {
    const { layout, cursor, overlays } = scene;
    const reason = [version, cursor?.index, layout, overlays, ink.setup, ink.theme];
    return this.lastFigures(reason, () =>
      ink.setup.variant === 'full' ? figureLinesOf(scene, ink) : { head: [], panes: [] },
    );
  }

  private inkOf({ setup, theme }: PaintInput): Omit<Ink, 'candles'> {
    if (this.ink?.setup !== setup || this.ink.theme !== theme) {
      const font = `${theme.labelPx}px ${theme.font}`;
      const figures = createFigures(setup.locale, setup.pricePlaces);
      this.ink = {
        setup,
        theme,
        figures,
        measure: (text, isStrong) => textWidth(text, isStrong === true ? `${STRONG} ${font}` : font),
      };
      this.headLines = 0;
    }
    return this.ink;
  }

  /** `undefined` if ECharts already has it. */
  private structureOf({ theme, setup, indicators }: StructureInputs): Structure | undefined {
    const now = [theme, setup.mode, indicators];
    if (now.every((part, place) => part === this.structureInputs[place])) return undefined;
    // Another theme may use another typeface.
    if (this.structureInputs[0] !== theme) this.dropLabels();
    this.structureInputs = now;
    const { overlays, panes } = indicators;
    return { theme, mode: setup.mode, overlays, panes };
  }

  private setStructure(structure: Structure): void {
    this.setOption(structure, { notMerge: true, silent: true });
    this.isUnmade = false;
    this.findShapes();
  }

  private setStructureLater(structure: Structure | undefined): void {
    if (structure === undefined) return;
    this.setOption(structure, { notMerge: true, silent: true, lazyUpdate: true });
    this.isUnmade = true;
  }

  private setOption(structure: Structure, how: SetOptionOpts): void {
    this.chart.setOption(
      chartOption(structure, () => this.scene),
      how,
    );
  }

  private findShapes(): void {
    const shown = this.chart.getZr().storage.getDisplayList(true);
    this.shapes = shown.flatMap((element) => (isTrace(element) ? [element] : []));
  }

  private write({ scene, ink, axis, figures }: Composed): void {
    const { theme } = ink;
    this.labels ??= new Labels(this.chart.getZr(), { family: theme.font, px: theme.labelPx });
    const { labels } = this;
    const isFull = ink.setup.variant === 'full';
    const put = labels.put.bind(labels);
    const { period, locale } = ink.setup;
    const { columns, visible, stepPx } = scene;
    labels.begin();
    putAxis(scene, axis, ink, put);
    putTimes(scene, this.timeMarks(columns.openedAtMs, visible, { period, locale, stepPx }), ink, put);
    putLast(scene, ink, put);
    if (isFull) {
      if (scene.mode === 'candles') putExtremes(scene, ink, put);
      putFigures(scene, figures, put);
    }
    putMoments(scene, ink, put);
    putOrders(scene, ink, put);
    putCursor(scene, ink, put);
    labels.end();
  }
}

/** Caches a computed value until one of its inputs changes. */
function createMemo<Made>(): (reasons: readonly unknown[], make: () => Made) => Made {
  let cached: { readonly reasons: readonly unknown[]; readonly made: Made } | undefined;
  return (reasons, make) => {
    const isSame = cached !== undefined && reasons.every((reason, place) => reason === cached?.reasons[place]);
    if (cached === undefined || !isSame) cached = { reasons, made: make() };
    return cached.made;
  };
}
