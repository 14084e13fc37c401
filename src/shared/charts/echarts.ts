/** The parts of ECharts that the candle chart is made of, and the one shape of ours: a path drawn by a trace. */
import { CustomChart, type CustomSeriesOption } from 'echarts/charts';
import { GridComponent, type GridComponentOption } from 'echarts/components';
import * as core from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import type { Pen, Trace } from './scene.ts';

/** The name under which a custom series asks for the shape. */
export const TRACE = 'halyardTrace';

core.use([CustomChart, GridComponent, CanvasRenderer]);
core.graphic.registerShape(
  TRACE,
  core.graphic.extendShape({
    shape: { trace: undefined },
    buildPath: (pen: Pen, shape: { trace?: Trace }) => shape.trace?.draw(pen),
  }),
);

export const echarts = core;
export type ChartOption = core.ComposeOption<CustomSeriesOption | GridComponentOption>;
