/** The parts of ECharts that the candle chart uses, and our one shape, which is drawn by a trace. */
import '../markup/libraryMarkup.ts';
import { CustomChart, type CustomSeriesOption } from 'echarts/charts';
import * as core from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import type { Pen } from './traces.ts';
import { textWidth } from './textWidth.ts';

/** Name under which a custom series requests the shape. */
export const TRACE = 'halyardTrace';

/** Drawing routine of a shape, called on each paint. */
export type Trace = { readonly draw: (pen: Pen) => void };

/** Font that zrender assumes if none is given. */
const USUAL_FONT = '12px sans-serif';

/**
 * Character by which zrender learns the width of Chinese text: a square each. Measuring it would make the browser
 * search for another font.
 */
const SQUARE_LETTER = '国';

const widthOf = (text: string, font: string) =>
  text === SQUARE_LETTER ? Number.parseFloat(/[\d.]+(?=px)/.exec(font)?.[0] ?? '12') : textWidth(text, font);

core.setPlatformAPI({ measureText: (text, font = USUAL_FONT) => ({ width: widthOf(text, font) }) });
core.use([CustomChart, CanvasRenderer]);
/** Path object that zrender passes to a shape. While the shape is painted it holds the canvas context. */
type PathOfShape = { readonly getContext: () => Pen | null | undefined };

const NOWHERE = new core.graphic.BoundingRect(0, 0, 0, 0);

// A trace draws on the canvas itself, so zrender must never cache a path of it: it would repeat that path, which is
// empty, in a repaint for which the shape was not marked dirty. It caches paths of measured shapes and of those that
// react to the pointer; `chartOption.ts` makes all of ours silent.
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

/** A shape on the canvas. Its content depends on outside state, so it must be marked dirty explicitly. */
export type TraceShape = { readonly shape: { readonly trace: Trace }; readonly dirtyShape: () => void };

/** Whether an element on the canvas is our shape. */
export function isTrace(element: object): element is TraceShape {
  return 'shape' in element && typeof element.shape === 'object' && element.shape !== null && 'trace' in element.shape;
}

export const echarts = core;
export type ChartOption = core.ComposeOption<CustomSeriesOption>;
