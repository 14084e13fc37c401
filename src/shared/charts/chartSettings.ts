/** How a user wants his charts: which indicators with which lengths, and the scale. Kept on the device. */
import type { Decimal } from '@halyard/contract/money';
import type { Side } from '@halyard/contract/spot/calls';

/** Drawn over the price. */
export const OVERLAYS = ['ma', 'ema', 'boll'] as const;
export type OverlayId = (typeof OVERLAYS)[number];

/** Drawn in panes of their own below the price. */
export const PANES = ['vol', 'macd', 'rsi', 'kdj'] as const;
export type PaneId = (typeof PANES)[number];

/** Lengths are in candles. */
export type IndicatorParams = {
  readonly ma: { readonly lengths: readonly number[] };
  readonly ema: { readonly lengths: readonly number[] };
  /** `deviations`: how many standard deviations the bands stand from the middle. */
  readonly boll: { readonly length: number; readonly deviations: number };
  /** Averages of the volume. */
  readonly vol: { readonly lengths: readonly number[] };
  readonly macd: { readonly fast: number; readonly slow: number; readonly signal: number };
  readonly rsi: { readonly lengths: readonly number[] };
  readonly kdj: { readonly length: number; readonly k: number; readonly d: number };
};

/** A chart as its user set it. Panes stand in their order, one under the other. */
export type ChartSettings = {
  readonly overlays: readonly OverlayId[];
  readonly panes: readonly PaneId[];
  readonly params: IndicatorParams;
  readonly scale: 'linear' | 'log';
};

export const DEFAULT_CHART_SETTINGS: ChartSettings = {
  overlays: ['ma'],
  panes: ['vol'],
  params: {
    ma: { lengths: [7, 25, 99] },
    ema: { lengths: [12, 26] },
    boll: { length: 20, deviations: 2 },
    vol: { lengths: [5, 10] },
    macd: { fast: 12, slow: 26, signal: 9 },
    rsi: { lengths: [14] },
    kdj: { length: 9, k: 3, d: 3 },
  },
  scale: 'linear',
};

/**
 * `even`: an option on the price standing where it stood, or a price that a position is closed at by its owner's wish;
 * `end`: one that it is closed out at.
 */
export type MarkSide = Side | 'even' | 'end';

/** A waiting order of the user's, or where an option of his opened, as a line at its price. */
export type OrderLine = {
  readonly id: string;
  readonly side: MarkSide;
  readonly price: Decimal;
  /** Said beside the line, in the user's language. */
  readonly label: string;
  /** Whether `onMove` of the marks is for it. */
  readonly isMovable?: boolean;
};

/** An execution of the user's, or a price that decided an option, as a mark at its candle. */
export type TradeMark = {
  readonly id: string;
  readonly side: MarkSide;
  readonly price: Decimal;
  readonly atMs: number;
  /** For screen readers, in the user's language. */
  readonly label: string;
};

/** A moment across the picture, which may not be there yet: where an option ends. */
export type MomentLine = {
  readonly id: string;
  readonly atMs: number;
  /** Said beside the line, in the user's language. */
  readonly label: string;
};

/** What of the user's own stands on the chart. */
export type ChartMarks = {
  readonly orders: readonly OrderLine[];
  readonly trades: readonly TradeMark[];
  readonly moments?: readonly MomentLine[];
  /** The orders are options, which are near the price: its scale makes room for them. */
  readonly areOptions?: boolean;
  /** What the orders are, in the user's language, before their labels; waiting orders unless said. */
  readonly told?: string;
  /** The user wants a line at another price; where it stands is still for others to say. */
  readonly onMove?: ((lineId: string, price: Decimal) => void) | undefined;
  /** The user wants an order at the price of the cross hairs. */
  readonly onPlace?: ((price: Decimal) => void) | undefined;
};

export const NO_MARKS: ChartMarks = { orders: [], trades: [] };
