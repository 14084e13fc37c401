/** Texts on a picture and their places: axis labels, tags, highest and lowest price, orders, figures. */
import { venueName } from '../format/venueNames.ts';
import type { ChartCandle } from './candleSource.ts';
import type { ChartTheme } from './chartTheme.ts';
import type { Figures } from './figures.ts';
import { figureOf, lineColour, lineName, type Indicator } from './indicator.ts';
import type { Label } from './labels.ts';
import { xOf, placesOf, valueAt, yOf } from './layout.ts';
import type { PaneScene, Scene } from './scene.ts';
import type { ChartSetup } from './chartSettings.ts';
import { momentOf, type TimeMark } from './timeScale.ts';
import { crosshairOf, momentX } from './traces.ts';

/** Inputs of the captions. */
export type Ink = {
  readonly theme: ChartTheme;
  readonly figures: Figures;
  readonly setup: ChartSetup;
  readonly measure: Measure;
  readonly candles: readonly ChartCandle[];
};
type Put = (name: string, label: Label) => void;

export type ValueLabel = { readonly y: number; readonly text: string };

/** Gap between the panes and their value labels; a box begins slightly before. */
const AXIS_GAP_PX = 6;
const BOX_GAP_PX = 3;
/** Width of a grip with its margins (`LineGrips.module.css`). */
const GRIP_PX = 40;
/** Space before the first figure of a line, and above the first line, where the frame of a focused chart is. */
const HEAD_INSET_PX = 12;
const HEAD_TOP_PX = 4;
/** Height of a text with its box, in text heights. */
const TAG_HEIGHT = 1.7;
/** Stacking order. */
const LEVEL = { order: 1, last: 2, cursor: 3 } as const;

/** Labels of the price axis. */
export function priceLabels({ price, priceTicks }: Scene, { figures, setup }: Ink): ValueLabel[] {
  const places = placesOf(priceTicks, setup.pricePlaces);
  return priceTicks.map((tick) => ({ y: yOf(tick, price), text: figures.tick(tick, places) }));
}

/** Labels beside a pane that fit wholly beside it. */
export function paneLabels({ id, band, scale, ticks }: PaneScene, { figures, setup, theme }: Ink): ValueLabel[] {
  const half = theme.labelPx / 2;
  const places = placesOf(ticks, id === 'macd' ? setup.pricePlaces + 2 : 2);
  return ticks
    .map((tick) => ({
      y: yOf(tick, scale),
      text: id === 'vol' ? figures.compact(tick) : figures.number(tick, places),
    }))
    .filter(({ y }) => y - half >= band.titleTop && y + half <= band.top + band.height);
}

/** Label of the last price. */
export function lastText({ candles, figures }: Ink): string {
  const newest = candles.at(-1);
  return newest === undefined ? '' : figures.exact(newest.close);
}

/** Axis labels, except those that the last price or an order's price would cover. */
export function putAxis(scene: Scene, labels: readonly ValueLabel[], { theme }: Ink, put: Put): void {
  const boxes = [lastY(scene), ...visibleOrders(scene, theme).map(({ tagY }) => tagY)];
  const x = scene.layout.plotWidth + AXIS_GAP_PX;
  for (const { y, text } of labels) {
    if (boxes.every((box) => Math.abs(y - box) >= theme.labelPx * 1.2))
      put(`axis ${text} ${y > scene.price.top + scene.price.height}`, { text, x, y, fill: theme.label });
  }
}

/** Time marks, except those that would be cut off. */
export function putTimes({ layout, view }: Scene, marks: readonly TimeMark[], ink: Ink, put: Put): void {
  const y = layout.bottom + layout.labelPx;
  for (const { index, label } of marks) {
    const x = xOf(index, view, layout);
    const half = ink.measure(label) / 2;
    if (x < half || x + half > layout.plotWidth + AXIS_GAP_PX) continue;
    put(`time ${index}`, { text: label, x, y, fill: ink.theme.label, align: 'center' });
  }
}

/** The last price on the axis; at the edge if it is out of sight. */
export function putLast(scene: Scene, ink: Ink, put: Put): void {
  const { accent, onAccent } = ink.theme;
  put('last', {
    text: lastText(ink),
    x: scene.layout.plotWidth + BOX_GAP_PX,
    y: lastY(scene),
    fill: onAccent,
    isStrong: true,
    box: { fill: accent },
    level: LEVEL.last,
  });
}

function lastY({ columns, price }: Scene): number {
  const y = yOf(columns.close[columns.length - 1] ?? 0, price);
  return Math.min(price.top + price.height, Math.max(price.top, y));
}

/** The highest and lowest visible price beside their candles, on the side with more room. */
export function putExtremes(scene: Scene, { candles, figures, theme }: Ink, put: Put): void {
  const { extremes, layout, price, view } = scene;
  const write = (name: 'high' | 'low', index: number, offset: number) => {
    const exact = candles[index]?.[name];
    if (exact === undefined) return;
    const x = xOf(index, view, layout);
    const isLeft = x < layout.plotWidth / 2;
    const text = figures.exact(exact);
    put(name, {
      text: isLeft ? `← ${text}` : `${text} →`,
      x,
      y: yOf(scene.columns[name][index] ?? 0, price) + offset,
      fill: theme.soft,
      align: isLeft ? 'left' : 'right',
    });
  };
  write('high', extremes.highAt, -theme.labelPx * 0.55);
  write('low', extremes.lowAt, theme.labelPx * 0.6);
}

/**
 * Open orders with visible prices: their text at the end of the line, and the price on the axis. For options and
 * positions the text is at the beginning, so that it covers neither an expiry nor the newest candles. Texts of lines
 * too close together are beside each other, at the first one.
 */
export function putOrders(scene: Scene, { figures, theme, measure }: Ink, put: Put): void {
  const { layout, marks } = scene;
  const areFirst = marks.areOptions === true || marks.arePositions === true;
  for (const run of runsOf(visibleOrders(scene, theme), theme.labelPx * TAG_HEIGHT)) {
    const atY = run[0]?.y ?? 0;
    // Beside each other, beginning at the edge, or after the grips.
    let offset = areFirst && run.some(({ order }) => order.isMovable) ? GRIP_PX : BOX_GAP_PX;
    for (const { order, tagY } of run) {
      const colour = { buy: theme.up, sell: theme.down, even: theme.accent, end: theme.warn }[order.side];
      const style = { fill: colour, box: { fill: theme.raised, line: colour }, level: LEVEL.order };
      const x = areFirst ? offset : layout.plotWidth - offset;
      put(`order ${order.id}`, { ...style, x, align: areFirst ? 'left' : 'right', y: atY, text: order.label });
      offset += measure(order.label) + 3 * BOX_GAP_PX;
      const axisX = layout.plotWidth + BOX_GAP_PX;
      put(`order price ${order.id}`, { ...style, text: figures.exact(order.price), x: axisX, y: tagY });
    }
  }
}

/** Lines whose texts would cover one another, from the top. */
function runsOf<Line extends { readonly y: number }>(lines: readonly Line[], gapPx: number): Line[][] {
  const runs: Line[][] = [];
  for (const line of lines.toSorted((one, other) => one.y - other.y)) {
    const run = runs.at(-1);
    if (run?.[0] !== undefined && line.y - run[0].y < gapPx) run.push(line);
    else runs.push([line]);
  }
  return runs;
}

/** `tagY`: of the price on the axis, which gives way to the last price. */
function visibleOrders(scene: Scene, { labelPx }: ChartTheme) {
  const { marks, price } = scene;
  const last = lastY(scene);
  const free = labelPx * TAG_HEIGHT;
  return marks.orders
    .filter((order) => Number(order.price) >= price.min && Number(order.price) <= price.max)
    .map((order) => {
      const y = yOf(Number(order.price), price);
      return { order, y, tagY: y < last ? Math.min(y, last - free) : Math.max(y, last + free) };
    });
}

/** Texts at the bottom of visible moment lines; of lines too close together, only the first has one. */
export function putMoments(scene: Scene, { theme, measure }: Ink, put: Put): void {
  const { layout, marks } = scene;
  const y = layout.price.top + layout.price.height - layout.labelPx;
  const box = { fill: theme.raised, line: theme.lineStrong };
  let free = 0;
  for (const { id, atMs, label } of [...(marks.moments ?? [])].sort((a, b) => a.atMs - b.atMs)) {
    const x = momentX(scene, atMs);
    const half = measure(label) / 2 + BOX_GAP_PX;
    if (x - half < free || x > layout.plotWidth) continue;
    const middle = Math.min(layout.plotWidth - half, x);
    free = middle + half;
    put(`moment ${id}`, { text: label, x: middle, y, fill: theme.text, align: 'center', box, level: LEVEL.order });
  }
}

/** Value and time under the crosshair, at their axes. */
export function putCursor(scene: Scene, ink: Ink, put: Put): void {
  const point = crosshairOf(scene);
  const candle = point === undefined ? undefined : ink.candles[point.index];
  if (point === undefined || candle === undefined) return;
  const { layout, view } = scene;
  const { theme, setup } = ink;
  const style = { fill: theme.text, box: { fill: theme.raised, line: theme.lineStrong }, level: LEVEL.cursor };
  const value = valueText(scene, point.y, ink);
  if (value !== undefined) put('cursor value', { ...style, text: value, x: layout.plotWidth + BOX_GAP_PX, y: point.y });
  const text = momentOf(candle.openedAtMs, setup.period, setup.locale);
  const half = ink.measure(text) / 2 + BOX_GAP_PX;
  const x = Math.min(layout.plotWidth - half, Math.max(half, xOf(point.index, view, layout)));
  put('cursor time', { ...style, text, x, y: layout.bottom + layout.labelPx, align: 'center' });
}

/** Value at a height, of the price pane or the pane at that height. */
function valueText({ price, panes }: Scene, y: number, { figures }: Ink): string | undefined {
  if (y <= price.top + price.height) return figures.price(valueAt(y, price));
  const pane = panes.find(({ band }) => y >= band.top && y <= band.top + band.height);
  if (pane === undefined) return undefined;
  const value = valueAt(y, pane.scale);
  if (pane.id === 'vol') return figures.compact(value);
  return pane.id === 'macd' ? figures.price(value) : figures.number(value, 2);
}

/** Figures above the price and above each pane, laid out in lines. */
export type FigureLines = { readonly head: readonly Placed[]; readonly panes: readonly (readonly Placed[])[] };

/** Lays them out. They depend on the current candle, not on the visible range. */
export function figureLinesOf(scene: Scene, ink: Ink): FigureLines {
  const { layout, overlays, panes } = scene;
  const reading = readingOf(scene, ink);
  if (reading === undefined) return { head: [], panes: [] };
  const width = layout.width - 2 * HEAD_INSET_PX;
  return {
    head: inTwoParts(headWords(reading, ink.theme), overlayWords(reading, overlays, ink.theme), (words) =>
      flow(words, width, ink.measure),
    ),
    // A pane has one line; figures that do not fit are left out.
    panes: panes.map(({ indicator }) =>
      flow(paneWords(reading, indicator, ink.theme), layout.plotWidth - HEAD_INSET_PX, ink.measure).filter(
        ({ line }) => line === 0,
      ),
    ),
  };
}

/** Writes them. */
export function putFigures({ layout, panes }: Scene, lines: FigureLines, put: Put): void {
  const write = (name: string, top: number, placed: readonly Placed[]) => {
    for (const [place, { text, fill, isStrong, x, line }] of placed.entries()) {
      const y = top + (line + 0.5) * layout.linePx;
      put(`${name} ${place}`, { text, fill, isStrong, x: x + HEAD_INSET_PX, y });
    }
  };
  write('head', HEAD_TOP_PX, lines.head);
  for (const [place, { id, band }] of panes.entries()) write(id, band.titleTop, lines.panes[place] ?? []);
}

function readingOf({ columns, cursor }: Scene, { candles, figures, setup }: Ink): Reading | undefined {
  const index = Math.min(cursor?.index ?? Infinity, columns.length - 1);
  const candle = candles[index];
  return candle === undefined ? undefined : { index, candle, figures, setup };
}

// Figures of a candle and of its indicators: above the price, above each pane, and in words.

type Reading = {
  readonly index: number;
  readonly candle: ChartCandle;
  readonly setup: ChartSetup;
  readonly figures: Figures;
};

/** Value of an indicator's line at a candle, formatted. */
type LineFigure = { readonly name: string; readonly text: string; readonly place: number };

/** Formatted values of an indicator at a candle, by line. */
export function lineFigures({ id, lines }: Indicator, index: number, figures: Figures): LineFigure[] {
  return lines.map(({ name, values }, place) => ({
    name: lineName(id, name),
    text: figureOf(id, values[index] ?? Number.NaN, figures),
    place,
  }));
}

/** Figures above the price: time, the venue of a candle that is not the exchange's, prices, and volume. */
function headWords({ candle, figures, setup }: Reading, theme: ChartTheme): Words[] {
  const { words } = setup;
  const figure = (label: string, text: string): Words => [
    { text: label, fill: theme.label },
    { text, fill: theme.soft, isStrong: true },
  ];
  return [
    [{ text: momentOf(candle.openedAtMs, setup.period, setup.locale), fill: theme.label }],
    ...(candle.source === undefined ? [] : [[{ text: venueName(candle.source), fill: theme.label }]]),
    figure(words.open, figures.exact(candle.open)),
    figure(words.high, figures.exact(candle.high)),
    figure(words.low, figures.exact(candle.low)),
    figure(words.close, figures.exact(candle.close)),
    figure(words.volume, figures.amount(candle.volume)),
  ];
}

function overlayWords({ figures, index }: Reading, overlays: readonly Indicator[], theme: ChartTheme): Words[] {
  return overlays.flatMap((indicator) => lineWords(indicator, index, figures, theme));
}

/** Begins a line with the second part where this takes no more lines. */
function inTwoParts(
  one: readonly Words[],
  two: readonly Words[],
  lay: (words: readonly Words[]) => Placed[],
): Placed[] {
  const together = lay([...one, ...two]);
  const first = lay(one);
  const apart = [...first, ...lay(two).map((placed) => ({ ...placed, line: placed.line + linesOf(first) }))];
  return linesOf(apart) <= linesOf(together) ? apart : together;
}

/** Figures above a pane: its title with lengths, and its values. */
function paneWords(reading: Reading, indicator: Indicator, theme: ChartTheme): Words[] {
  const { candle, figures, index, setup } = reading;
  const title: Words = [{ text: paneTitle(indicator, setup), fill: theme.label }];
  const volume: Words[] =
    indicator.id === 'vol' ? [[{ text: figures.amount(candle.volume), fill: theme.soft, isStrong: true }]] : [];
  return [title, ...volume, ...lineWords(indicator, index, figures, theme)];
}

function lineWords(indicator: Indicator, index: number, figures: Figures, theme: ChartTheme): Words[] {
  return lineFigures(indicator, index, figures).map(({ name, text, place }) => [
    {
      text: `${name} ${text}`,
      fill: indicator.lines[place]?.name === 'bars' ? theme.soft : lineColour(indicator.id, place, theme),
    },
  ]);
}

/** Title of a pane: its name with the lengths that its lines do not name. */
export function paneTitle({ id }: Indicator, { settings: { params } }: ChartSetup): string {
  const { macd, kdj } = params;
  if (id === 'macd') return `MACD(${macd.fast},${macd.slow},${macd.signal})`;
  if (id === 'kdj') return `KDJ(${kdj.length},${kdj.k},${kdj.d})`;
  return id.toUpperCase();
}

/** Lays out words in as many lines as they need. */

/** Pieces that stay together. */
type Words = readonly { readonly text: string; readonly fill: string; readonly isStrong?: boolean }[];
type Placed = {
  readonly text: string;
  readonly fill: string;
  readonly isStrong: boolean;
  x: number;
  line: number;
};
type Measure = (text: string, isStrong?: boolean) => number;

/** Gaps between the pieces of a word, and between words. */
const PIECE_GAP_PX = 4;
const WORD_GAP_PX = 9;

/** Lays out words in lines of a width; each piece has its position. */
export function flow(all: readonly Words[], width: number, measure: Measure): Placed[] {
  const placed: Placed[] = [];
  let [x, line] = [0, 0];
  for (const words of all) {
    const widths = words.map(({ text, isStrong }) => measure(text, isStrong));
    const total = widths.reduce((sum, wide) => sum + wide, PIECE_GAP_PX * (words.length - 1));
    if (x > 0 && x + total > width) [x, line] = [0, line + 1];
    for (const [place, { text, fill, isStrong = false }] of words.entries()) {
      placed.push({ text, fill, isStrong, x, line });
      x += (widths[place] ?? 0) + PIECE_GAP_PX;
    }
    x += WORD_GAP_PX - PIECE_GAP_PX;
  }
  return placed;
}

/** Number of lines. */
export function linesOf(placed: readonly Placed[]): number {
  return (placed.at(-1)?.line ?? -1) + 1;
}
