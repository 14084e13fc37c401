/**
 * ECharts option of a chart's structure: one custom series, whose shapes draw the scene in the order listed here. It
 * changes with the size, the panes and the theme, never with a tick or a pan. The scene computes all coordinates, so no
 * ECharts coordinate system is used.
 */
import type { CustomSeriesOption } from 'echarts/charts';
import { DASHED, lineColour, type IndicatorId, type Indicator } from './indicator.ts';
import type { ChartTheme } from './chartTheme.ts';
import { TRACE, type ChartOption } from './echarts.ts';
import {
  drawArea,
  drawBars,
  drawCandles,
  drawCloses,
  drawCrosshair,
  drawGrid,
  drawGuides,
  drawHollowCandles,
  drawLast,
  drawLine,
  drawMoments,
  drawOrders,
  drawTrades,
  drawVolumes,
  type Pen,
} from './traces.ts';
import type { PaneScene, Scene } from './scene.ts';
import type { ChartMode } from './chartSettings.ts';
import type { ValueScale } from './layout.ts';

export type Structure = {
  readonly theme: ChartTheme;
  readonly mode: ChartMode;
  readonly overlays: readonly Indicator[];
  readonly panes: readonly Indicator[];
};

type Style = { fill?: string; stroke?: string; lineWidth?: number; opacity?: number; lineDash?: readonly number[] };
type Element = { readonly draw: (pen: Pen, scene: Scene) => void; readonly style: Style };

const LINE_PX = 1.25;
const DASHES = [4, 3] as const;
const VOLUME_OPACITY = 0.55;
const BAR_OPACITY = 0.7;

/** Option of a structure. `sceneNow` is called on every draw; nothing is animated. */
export function chartOption(structure: Structure, sceneNow: () => Scene | undefined): ChartOption {
  const { theme, panes } = structure;
  const elements = [
    ...gridElements(theme),
    ...priceElements(structure),
    ...panes.flatMap((indicator, place) => paneElements(indicator, place, theme)),
    ...markElements(theme),
    ...overElements(theme),
  ];
  return {
    animation: false,
    textStyle: { fontFamily: theme.font },
    series: {
      type: 'custom',
      coordinateSystem: 'none',
      silent: true,
      // The traces stay inside their panes themselves.
      clip: false,
      // One data item for all candles: the traces read them from the columns.
      data: [0],
      renderItem: renderItemOf(elements, sceneNow),
    },
  };
}

type RenderItem = NonNullable<CustomSeriesOption['renderItem']>;

function renderItemOf(elements: readonly Element[], sceneNow: () => Scene | undefined): RenderItem {
  const childOf = ({ draw, style }: Element) => {
    const trace = {
      draw: (pen: Pen) => {
        const scene = sceneNow();
        if (scene !== undefined) draw(pen, scene);
      },
    };
    // A silent series does not make its shapes silent, and a shape that reacts to the pointer is drawn from a path that
    // zrender caches (`echarts.ts`).
    return { type: TRACE, silent: true, shape: { trace }, style: { fill: 'none', ...style } };
  };
  const item = { type: 'group', children: elements.map(childOf) };
  // The types of ECharts allow its own shapes only; `registerShape` adds others.
  return (() => item) as unknown as RenderItem;
}

function gridElements(theme: ChartTheme): Element[] {
  return [{ draw: drawGrid, style: { fill: theme.line } }];
}

function priceElements({ mode, theme, overlays }: Structure): Element[] {
  if (mode === 'line') return lineElements(theme);
  return [
    {
      draw: theme.isHollow ? drawHollowCandles : (pen, scene) => drawCandles(pen, scene, 'up'),
      style: { fill: theme.up },
    },
    { draw: (pen, scene) => drawCandles(pen, scene, 'down'), style: { fill: theme.down } },
    ...overlays.flatMap((indicator) => indicatorLines(indicator, theme, (scene) => scene.price)),
  ];
}

/** A line is drawn in the colour of its direction; of each pair, one draws nothing. */
function lineElements(theme: ChartTheme): Element[] {
  const when =
    (hasRisen: boolean, draw: Element['draw']): Element['draw'] =>
    (pen, scene) => {
      const { columns, visible } = scene;
      const change = (columns.close[visible[1] - 1] ?? 0) - (columns.close[visible[0]] ?? 0);
      if (change >= 0 === hasRisen) draw(pen, scene);
    };
  return [
    { draw: when(true, drawArea), style: { fill: theme.upWash } },
    { draw: when(false, drawArea), style: { fill: theme.downWash } },
    { draw: when(true, drawCloses), style: { stroke: theme.up, lineWidth: 1.5 } },
    { draw: when(false, drawCloses), style: { stroke: theme.down, lineWidth: 1.5 } },
  ];
}

function paneElements(indicator: Indicator, place: number, theme: ChartTheme): Element[] {
  const inPane =
    (draw: (pen: Pen, scene: Scene, pane: PaneScene) => void): Element['draw'] =>
    (pen, scene) => {
      const pane = scene.panes[place];
      if (pane !== undefined) draw(pen, scene, pane);
    };
  const both = (draw: typeof drawVolumes, opacity: number): Element[] => [
    { draw: inPane((pen, scene, pane) => draw(pen, scene, pane, 'up')), style: { fill: theme.up, opacity } },
    { draw: inPane((pen, scene, pane) => draw(pen, scene, pane, 'down')), style: { fill: theme.down, opacity } },
  ];
  const lines = indicatorLines(indicator, theme, (scene) => scene.panes[place]?.scale);
  if (indicator.id === 'vol') return [...both(drawVolumes, VOLUME_OPACITY), ...lines];
  if (indicator.id === 'macd') return [...both(drawBars, BAR_OPACITY), ...lines];
  const guides = { draw: inPane(drawGuides), style: { stroke: theme.lineStrong, lineWidth: 0.5, lineDash: DASHES } };
  return indicator.id === 'rsi' ? [guides, ...lines] : lines;
}

function indicatorLines(
  { id, lines }: Indicator,
  theme: ChartTheme,
  scaleIn: (scene: Scene) => ValueScale | undefined,
): Element[] {
  return lines.flatMap((line, place) => {
    if (line.name === 'bars') return [];
    const draw: Element['draw'] = (pen, scene) => {
      const scale = scaleIn(scene);
      if (scale !== undefined) drawLine(pen, scene, line, scale);
    };
    return [{ draw, style: lineStyle(id, place, theme) }];
  });
}

function lineStyle(id: IndicatorId, place: number, theme: ChartTheme): Style {
  const style = { stroke: lineColour(id, place, theme), lineWidth: LINE_PX };
  return DASHED.has(id) ? { ...style, lineDash: DASHES } : style;
}

/** Marks over the candles, within the price pane. */
function markElements(theme: ChartTheme): Element[] {
  const line = (stroke: string): Style => ({ stroke, lineWidth: 1, lineDash: DASHES });
  const mark = (fill: string): Style => ({ fill, stroke: theme.ground, lineWidth: 1 });
  return [
    { draw: (pen, scene) => drawOrders(pen, scene, 'buy'), style: line(theme.up) },
    { draw: (pen, scene) => drawOrders(pen, scene, 'sell'), style: line(theme.down) },
    { draw: (pen, scene) => drawOrders(pen, scene, 'even'), style: line(theme.accent) },
    { draw: (pen, scene) => drawOrders(pen, scene, 'end'), style: line(theme.warn) },
    { draw: drawMoments, style: line(theme.lineStrong) },
    { draw: drawLast, style: line(theme.accent) },
    { draw: (pen, scene) => drawTrades(pen, scene, 'buy'), style: mark(theme.up) },
    { draw: (pen, scene) => drawTrades(pen, scene, 'sell'), style: mark(theme.down) },
    { draw: (pen, scene) => drawTrades(pen, scene, 'even'), style: mark(theme.accent) },
  ];
}

function overElements(theme: ChartTheme): Element[] {
  return [{ draw: drawCrosshair, style: { stroke: theme.label, lineWidth: 1, lineDash: DASHES } }];
}
