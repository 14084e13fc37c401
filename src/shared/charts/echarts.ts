/** The parts of ECharts that the candle chart is made of, and the one shape of ours: drawn by a trace. */
import '../markup/libraryMarkup.ts';
import { CustomChart, type CustomSeriesOption } from 'echarts/charts';
import * as core from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import type { Pen } from './pen.ts';
import { textWidth } from './textWidth.ts';

/** The name under which a custom series asks for the shape. */
export const TRACE = 'halyardTrace';

/** What a shape draws, each time anew. */
export type Trace = { readonly draw: (pen: Pen) => void };

/** What zrender means when it names no font. */
const USUAL_FONT = '12px sans-serif';

/**
 * By which zrender learns how wide Chinese letters are: a square each. Measured, it would have the browser look for
 * another font.
 */
const SQUARE_LETTER = '国';

const widthOf = (text: string, font: string) =>
  text === SQUARE_LETTER ? Number.parseFloat(/[\d.]+(?=px)/.exec(font)?.[0] ?? '12') : textWidth(text, font);

core.setPlatformAPI({ measureText: (text, font = USUAL_FONT) => ({ width: widthOf(text, font) }) });
core.use([CustomChart, CanvasRenderer]);
/** What zrender hands to a shape for its path. While the shape is painted it has the context of the canvas. */
type PathOfShape = { readonly getContext: () => Pen | null | undefined };

const NOWHERE = new core.graphic.BoundingRect(0, 0, 0, 0);

// A trace draws on the canvas itself, so zrender must never keep a path of it: it would repeat that path, which is
// empty, in a repaint for which the shape was not marked dirty. It keeps one of shapes that are measured, and of those
// that can be pointed at; `chartOption.ts` makes all of ours silent.
core.graphic.registerShape(
  TRACE,
  core.graphic.extendShape({
    shape: { trace: undefined },
    buildPath: (path: Pen | PathOfShape, shape: { trace?: Trace }) => {
      const pen = 'getContext' in path ? path.getContext() : path;
      if (pen) shape.trace?.draw(pen);
    },
    getBoundingRect: () => NOWHERE,
  }),
);

/** A shape on the canvas. What it draws depends on more than it knows, so it is told when to draw anew. */
export type TraceShape = { readonly shape: { readonly trace: Trace }; readonly dirtyShape: () => void };

/** Whether something on the canvas is a shape of ours. */
export function isTrace(element: object): element is TraceShape {
  return 'shape' in element && typeof element.shape === 'object' && element.shape !== null && 'trace' in element.shape;
}

export const echarts = core;
export type ChartOption = core.ComposeOption<CustomSeriesOption>;
