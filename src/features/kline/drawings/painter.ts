/** Paints drawings on a canvas of their own over the price pane, and finds the one under a finger. */
import {
  divide,
  fromModelNumber,
  multiply,
  subtract,
  toModelNumber,
  type Decimal,
  HUNDRED,
} from '@halyard/contract/money';
import type { Drawing, DrawingPoint } from '@halyard/contract/user/drawings';
import type { Scene } from '../../../shared/charts/scene.ts';
import { yOf } from '../../../shared/charts/layout.ts';
import { indexAt, spotOf, type Frame, type Spot } from './projection.ts';
import { FIB_LEVELS, fibPrice, isInSight, nearness, shapeOf, type Label, type Segment, type Shape } from './shapes.ts';

/** Texts in the user's language. */
export type PainterWords = {
  readonly places: number;
  readonly price: (price: Decimal) => string;
  readonly percent: (percent: Decimal) => string;
  /** A change with its sign. */
  readonly change: (percent: Decimal) => string;
  readonly difference: (amount: Decimal) => string;
  readonly bars: (count: number) => string;
};

export type PainterStyle = {
  readonly colours: readonly string[];
  readonly ground: string;
  readonly font: string;
  readonly labelPx: number;
};

export type Painted = {
  readonly drawings: readonly Drawing[];
  readonly selectedId: string | undefined;
};

/** Sharper costs more for each frame of a pan, and lines of 2 px do not look different. */
const PIXEL_RATIO_MAX = 2;
const HANDLE_PX = 6;
/** Opacity of a washed area, and of the ground behind a text. */
const WASH = 0.1;
const BACK = 0.6;
const TAG_AIR_PX = 4;
const TAG_RADIUS_PX = 5;
const LABEL_AIR_PX = 4;
const DASH_PX = [4, 4];
const WIDTHS_MAX = 1000;
const PERCENT_PLACES = 4;

/** The mapping of a picture, with heights from the top of the price pane. */
export function frameOf({ candleMs, columns, layout, price, view }: Scene): Frame {
  return { candleMs, columns, layout, view, price: { ...price, top: 0 } };
}

const roomOf = ({ layout, price }: Frame) => ({ width: layout.plotWidth, height: price.height });

/** The drawings of one canvas. */
export class Painter {
  private readonly pen: CanvasRenderingContext2D | null;
  private style: PainterStyle | undefined;
  private content: Painted = { drawings: [], selectedId: undefined };
  /** Inputs of the last picture; empty when it is outdated. */
  private shown: readonly unknown[] = [];
  private isEmpty = true;
  private readonly captions = new WeakMap<Drawing, { readonly bars: number; readonly texts: readonly string[] }>();
  /** Of captions; measuring costs more than painting. */
  private readonly widths = new Map<string, number>();

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly words: PainterWords,
  ) {
    this.pen = canvas.getContext('2d');
  }

  /** Changes what is painted, or how. */
  set(content: Painted, style: PainterStyle): void {
    this.content = content;
    if (this.style !== style) this.widths.clear();
    this.style = style;
    this.shown = [];
  }

  /** Paints if a drawing, or the place of any, has changed; a tick that moves neither view nor scale has not. */
  paint(scene: Scene | undefined): void {
    if (scene === undefined) return this.clear();
    const { layout, price, view, columns } = scene;
    const { openedAtMs, length } = columns;
    const reasons = [layout, view.from, view.span, price.min, price.max, price.isLog, openedAtMs[0], length];
    if (reasons.every((reason, place) => reason === this.shown[place])) return;
    if (this.isEmpty && this.content.drawings.length === 0) return;
    const ratio = Math.min(PIXEL_RATIO_MAX, window.devicePixelRatio);
    if (this.shown[0] !== layout) this.isEmpty = placed(this.canvas, scene, ratio) || this.isEmpty;
    this.shown = reasons;
    this.paintAll(scene, ratio);
  }

  /** The drawing nearest to a place, within `reach` px. */
  hit(spot: Spot, scene: Scene, reach: number): Drawing | undefined {
    const frame = frameOf(scene);
    const widthOf = (text: string) => this.widthOf(text);
    let found: Drawing | undefined;
    let nearest = Infinity;
    for (const drawing of this.content.drawings) {
      const distance = nearness(this.shapeIn(drawing, frame), spot, { reach, widthOf });
      if (distance === undefined || distance > nearest) continue;
      nearest = distance;
      found = drawing;
    }
    return found;
  }

  private clear(): void {
    this.canvas.width = 0;
    this.shown = [];
    this.isEmpty = true;
  }

  private paintAll(scene: Scene, ratio: number): void {
    const { pen, style } = this;
    const { drawings, selectedId } = this.content;
    if (pen === null || style === undefined) return;
    const { font, labelPx } = style;
    const frame = frameOf(scene);
    const { plotWidth, width } = scene.layout;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (!this.isEmpty) pen.clearRect(0, 0, width, scene.price.height);
    this.isEmpty = drawings.length === 0;
    if (this.isEmpty) return;
    pen.font = `${labelPx}px ${font}`;
    pen.textBaseline = 'middle';
    for (const drawing of drawings) this.paintOne(pen, drawing, frame, style);
    const selected = drawings.find(({ id }) => id === selectedId);
    if (selected !== undefined && selected.locked !== true) {
      paintHandles(pen, handlesOf(selected, frame), inkOf(selected, style));
    }
    // Lines end at the axis; tags of levels are on it.
    pen.clearRect(plotWidth, 0, width - plotWidth, scene.price.height);
    for (const drawing of drawings) {
      if (drawing.kind === 'level') this.paintTag(pen, drawing, frame, style);
    }
  }

  private paintOne(pen: CanvasRenderingContext2D, drawing: Drawing, frame: Frame, style: PainterStyle): void {
    const shape = this.shapeIn(drawing, frame);
    if (!isInSight(shape, roomOf(frame))) return;
    const ink = inkOf(drawing, style);
    paintLines(pen, shape, ink);
    for (const { text, x, y } of shape.labels) {
      const box = { width: this.widthOf(text), height: style.labelPx };
      const inside = Math.max(LABEL_AIR_PX, Math.min(x, frame.layout.plotWidth - box.width - LABEL_AIR_PX));
      // Captions stay in sight; a text is where it was put.
      paintLabel(pen, { text, x: drawing.kind === 'text' ? x : inside, y }, ink, box);
    }
  }

  private paintTag(pen: CanvasRenderingContext2D, drawing: Drawing, frame: Frame, style: PainterStyle): void {
    const price = drawing.points[0]?.[1];
    if (price === undefined) return;
    const { plotWidth, axisWidth } = frame.layout;
    const { colour, ground } = inkOf(drawing, style);
    const height = style.labelPx + 2 * TAG_AIR_PX;
    const y = yOf(toModelNumber(price), frame.price);
    pen.fillStyle = colour;
    pen.beginPath();
    pen.roundRect(plotWidth, Math.round(y - height / 2), axisWidth - 1, height, TAG_RADIUS_PX);
    pen.fill();
    pen.fillStyle = ground;
    pen.fillText(this.words.price(price), plotWidth + TAG_AIR_PX, y + 0.5);
  }

  private shapeIn(drawing: Drawing, frame: Frame): Shape {
    const { kind, points } = drawing;
    return shapeOf(
      kind,
      points.map((point) => spotOf(point, frame)),
      {
        heights: kind === 'fib' ? fibPrices(points).map((price) => yOf(price, frame.price)) : [],
        captions: this.captionsOf(drawing, frame),
        room: roomOf(frame),
      },
    );
  }

  /** Formatted once for each version of a drawing. */
  private captionsOf(drawing: Drawing, frame: Frame): readonly string[] {
    const bars = drawing.kind === 'range' ? barsOf(drawing.points, frame) : 0;
    const known = this.captions.get(drawing);
    if (known?.bars === bars) return known.texts;
    const texts = textsOf(drawing, bars, this.words);
    this.captions.set(drawing, { bars, texts });
    return texts;
  }

  private widthOf(text: string): number {
    const known = this.widths.get(text);
    const { pen, style } = this;
    if (known !== undefined || pen === null || style === undefined) return known ?? 0;
    pen.font = `${style.labelPx}px ${style.font}`;
    const { width } = pen.measureText(text);
    // Prices change while a drawing moves.
    if (this.widths.size >= WIDTHS_MAX) this.widths.clear();
    this.widths.set(text, width);
    return width;
  }
}

/** Prices of a retracement's levels. */
function fibPrices([from, to = from]: readonly DrawingPoint[]): readonly number[] {
  if (from === undefined || to === undefined) return [];
  const [begin, end] = [toModelNumber(from[1]), toModelNumber(to[1])];
  return FIB_LEVELS.map((level) => fibPrice(level, begin, end));
}

/** Places of a drawing's handles. */
export function handlesOf(drawing: Drawing, frame: Frame): readonly Spot[] {
  const spots = drawing.points.map((point) => spotOf(point, frame));
  // A level is everywhere, so that its handle is always in sight.
  return drawing.kind === 'level' ? spots.map(({ y }) => ({ x: frame.layout.plotWidth / 2, y })) : spots;
}

export function barsOf([from, to = from]: readonly DrawingPoint[], frame: Frame): number {
  return from === undefined || to === undefined ? 0 : indexAt(frame, to[0]) - indexAt(frame, from[0]);
}

/** Gives the canvas its size and place; whether it was emptied by that. */
function placed(canvas: HTMLCanvasElement, { layout, price }: Scene, ratio: number): boolean {
  const [width, height] = [Math.ceil(layout.width * ratio), Math.ceil(price.height * ratio)];
  const { style } = canvas;
  style.insetBlockStart = `${price.top}px`;
  style.inlineSize = `${layout.width}px`;
  style.blockSize = `${price.height}px`;
  if (canvas.width === width && canvas.height === height) return false;
  canvas.width = width;
  canvas.height = height;
  return true;
}

function textsOf({ kind, points, text = '' }: Drawing, bars: number, words: PainterWords): readonly string[] {
  if (kind === 'text') return [text];
  const [a, b] = points;
  if (a === undefined || b === undefined) return [];
  if (kind === 'fib') {
    return fibPrices(points).map((price, place) => {
      const percent = words.percent(fromModelNumber((FIB_LEVELS[place] ?? 0) * 100, 1));
      return `${percent} · ${words.price(fromModelNumber(price, words.places))}`;
    });
  }
  if (kind !== 'range') return [];
  const difference = subtract(b[1], a[1]);
  const percent = multiply(divide(difference, a[1], PERCENT_PLACES + 2, 'half-even'), HUNDRED);
  return [`${words.change(percent)} · ${words.difference(difference)} · ${words.bars(Math.abs(bars))}`];
}

type Box = { readonly width: number; readonly height: number };

type Ink = { readonly colour: string; readonly width: number; readonly ground: string };

function inkOf({ colour, width }: Drawing, { colours, ground }: PainterStyle): Ink {
  return { colour: colours[colour] ?? '', width, ground };
}

function paintLines(pen: CanvasRenderingContext2D, shape: Shape, { colour, width }: Ink): void {
  const { segments, area, faint } = shape;
  pen.fillStyle = colour;
  pen.strokeStyle = colour;
  if (area.length > 0) paintArea(pen, area);
  pen.lineWidth = width;
  pen.beginPath();
  for (const segment of segments) putLine(pen, segment, width);
  pen.stroke();
  if (faint === undefined) return;
  const [x1, y1, x2, y2] = faint;
  pen.lineWidth = 1;
  pen.setLineDash(DASH_PX);
  pen.beginPath();
  pen.moveTo(x1, y1);
  pen.lineTo(x2, y2);
  pen.stroke();
  pen.setLineDash([]);
}

/** Readable over candles: on a rectangle, which is cheaper than a stroke around the letters. */
function paintLabel(pen: CanvasRenderingContext2D, { text, x, y }: Label, { colour, ground }: Ink, box: Box): void {
  if (text === '') return;
  pen.globalAlpha = BACK;
  pen.fillStyle = ground;
  pen.fillRect(x - LABEL_AIR_PX / 2, y - box.height / 2, box.width + LABEL_AIR_PX, box.height);
  pen.globalAlpha = 1;
  pen.fillStyle = colour;
  pen.fillText(text, x, y);
}

/** Level lines are rectangles, which cost a fraction of a path. */
function putLine(pen: CanvasRenderingContext2D, [x1, y1, x2, y2]: Segment, width: number): void {
  if (y1 === y2) pen.fillRect(Math.min(x1, x2), Math.round(y1 - width / 2), Math.abs(x2 - x1), width);
  else if (x1 === x2) pen.fillRect(Math.round(x1 - width / 2), Math.min(y1, y2), width, Math.abs(y2 - y1));
  else {
    pen.moveTo(x1, y1);
    pen.lineTo(x2, y2);
  }
}

function paintArea(pen: CanvasRenderingContext2D, area: readonly Spot[]): void {
  const [a, b, c, d] = area;
  pen.globalAlpha = WASH;
  if (a !== undefined && c !== undefined && b?.y === a.y && d?.x === a.x) {
    pen.fillRect(Math.min(a.x, c.x), Math.min(a.y, c.y), Math.abs(c.x - a.x), Math.abs(c.y - a.y));
  } else {
    pen.beginPath();
    for (const { x, y } of area) pen.lineTo(x, y);
    pen.fill();
  }
  pen.globalAlpha = 1;
}

function paintHandles(pen: CanvasRenderingContext2D, spots: readonly Spot[], { colour, ground }: Ink): void {
  pen.fillStyle = ground;
  pen.strokeStyle = colour;
  pen.lineWidth = 2;
  for (const { x, y } of spots) {
    pen.beginPath();
    pen.arc(x, y, HANDLE_PX, 0, 2 * Math.PI);
    pen.fill();
    pen.stroke();
  }
}
