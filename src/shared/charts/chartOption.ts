/** The picture as ECharts wants it: two grids, their axes with our own ticks, and one custom series a pane that draws the traces. */
import type { CustomSeriesOption } from 'echarts/charts';
import type { ChartTheme } from './chartTheme.ts';
import { TRACE, type ChartOption } from './echarts.ts';
import type { Layout } from './layout.ts';
import type { PriceRange } from './priceScale.ts';
import { areaTrace, averageTrace, candlesTrace, closesTrace, volumeTrace, type Scene, type Trace } from './scene.ts';
import type { TimeMark } from './timeScale.ts';
import type { View } from './viewport.ts';

/** `candles`: candlesticks with averages. `line`: the time-share line. */
export type ChartMode = 'candles' | 'line';

export type Picture = {
  readonly scene: Scene;
  readonly mode: ChartMode;
  readonly theme: ChartTheme;
  readonly priceTicks: readonly { readonly value: number; readonly label: string }[];
  readonly timeMarks: readonly TimeMark[];
};

/** Lengths of the moving averages. */
export const AVERAGES = { fast: 7, slow: 25 } as const;

/** The option for one picture; nothing in it is animated. */
export function chartOption(picture: Picture): ChartOption {
  const { scene, theme } = picture;
  const { layout } = scene;
  return {
    animation: false,
    textStyle: { fontFamily: theme.font },
    grid: [gridOf(layout, layout.price), gridOf(layout, layout.volume)],
    xAxis: [timeAxis(picture, 0), timeAxis(picture, 1)],
    yAxis: [priceAxis(picture, scene.range), { ...HIDDEN_AXIS, gridIndex: 1, min: 0, max: 1 }],
    series: [seriesOf(0, priceElements(picture)), seriesOf(1, volumeElements(picture))],
  };
}

const HIDDEN_AXIS = {
  type: 'value',
  axisLine: { show: false },
  axisTick: { show: false },
  axisLabel: { show: false },
  splitLine: { show: false },
} as const;

function gridOf({ plotWidth }: Layout, { top, height }: Layout['price']) {
  // Without this ECharts 6 moves a grid to make room for labels, and the traces would no longer stand on it.
  return { left: 0, top, width: plotWidth, height, outerBoundsMode: 'none' } as const;
}

function timeAxis({ scene: { view }, theme, timeMarks }: Picture, gridIndex: 0 | 1) {
  const { from, span }: View = view;
  const axis = { ...HIDDEN_AXIS, gridIndex, min: from, max: from + span };
  if (gridIndex === 0) return axis;
  const labels = new Map(timeMarks.map(({ index, label }) => [index + 0.5, label]));
  return {
    ...axis,
    axisLabel: {
      customValues: [...labels.keys()],
      formatter: (place: number) => labels.get(place) ?? '',
      color: theme.label,
      fontSize: theme.labelPx,
      margin: 7,
      hideOverlap: true,
    },
  };
}

function priceAxis({ theme, priceTicks }: Picture, { min, max }: PriceRange) {
  const values = priceTicks.map(({ value }) => value);
  const labels = new Map(priceTicks.map(({ value, label }) => [value, label]));
  return {
    type: 'value' as const,
    position: 'right' as const,
    min,
    max,
    axisLine: { show: false },
    axisTick: { show: false, customValues: values },
    axisLabel: {
      customValues: values,
      formatter: (value: number) => labels.get(value) ?? '',
      color: theme.label,
      fontSize: theme.labelPx,
      margin: 6,
    },
    splitLine: { lineStyle: { color: theme.line } },
  };
}

type RenderItem = NonNullable<CustomSeriesOption['renderItem']>;
type Element = { trace: Trace; style: { fill?: string; stroke?: string; lineWidth?: number; opacity?: number } };

function seriesOf(axisIndex: number, elements: readonly Element[]): CustomSeriesOption {
  return {
    type: 'custom',
    xAxisIndex: axisIndex,
    yAxisIndex: axisIndex,
    silent: true,
    clip: true,
    // One item stands for all candles: the traces read them from the columns.
    data: [[0, 0]],
    renderItem: renderItemOf(elements),
  };
}

function renderItemOf(elements: readonly Element[]): RenderItem {
  const childOf = ({ trace, style }: Element) => ({ type: TRACE, shape: { trace }, style: { fill: 'none', ...style } });
  const item = { type: 'group', children: elements.map(childOf) };
  // The types of ECharts know its own shapes only; `registerShape` is its way to add others.
  return (() => item) as unknown as RenderItem;
}

function priceElements({ scene, mode, theme }: Picture): Element[] {
  if (mode === 'line') return lineElements(scene, theme);
  const average = (length: number, stroke: string) => ({
    trace: averageTrace(scene, length),
    style: { stroke, lineWidth: 1.25 },
  });
  return [
    { trace: candlesTrace(scene, 'up'), style: { fill: theme.up } },
    { trace: candlesTrace(scene, 'down'), style: { fill: theme.down } },
    average(AVERAGES.fast, theme.averageFast),
    average(AVERAGES.slow, theme.averageSlow),
  ];
}

function lineElements(scene: Scene, theme: ChartTheme): Element[] {
  const { columns, visible } = scene;
  const first = columns.close[visible[0]] ?? 0;
  const last = columns.close[visible[1] - 1] ?? 0;
  const hasRisen = last >= first;
  return [
    { trace: areaTrace(scene), style: { fill: hasRisen ? theme.upWash : theme.downWash } },
    { trace: closesTrace(scene), style: { stroke: hasRisen ? theme.up : theme.down, lineWidth: 1.5 } },
  ];
}

function volumeElements({ scene, theme }: Picture): Element[] {
  return [
    { trace: volumeTrace(scene, 'up'), style: { fill: theme.up, opacity: 0.55 } },
    { trace: volumeTrace(scene, 'down'), style: { fill: theme.down, opacity: 0.55 } },
  ];
}
