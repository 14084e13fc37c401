/** A user's chart settings: indicators with their lengths, and the scale. Persisted on the device. */
import type { Period } from '@halyard/contract/market/calls';
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
  /** `deviations`: distance of the bands from the middle, in standard deviations. */
  readonly boll: { readonly length: number; readonly deviations: number };
  /** Averages of the volume. */
  readonly vol: { readonly lengths: readonly number[] };
  readonly macd: { readonly fast: number; readonly slow: number; readonly signal: number };
  readonly rsi: { readonly lengths: readonly number[] };
  readonly kdj: { readonly length: number; readonly k: number; readonly d: number };
};

/** Chart settings of a user. Panes are listed from top to bottom. */
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
 * `even`: an option on an unchanged price, or a price at which the user closes a position; `end`: one at which a
 * position is liquidated.
 */
export type MarkSide = Side | 'even' | 'end';

/** The user's open order, or the entry of their option, as a line at its price. */
export type OrderLine = {
  readonly id: string;
  readonly side: MarkSide;
  readonly price: Decimal;
  /** Text beside the line, in the user's language. */
  readonly label: string;
  /** Whether `onMove` of the marks applies to it. */
  readonly isMovable?: boolean;
  /** Whether its price is at the edge while it is out of sight, as that of a movable line is. */
  readonly hasEdge?: boolean;
};

/** Whether a line is shown at the edge while it is out of sight. */
export const isAtEdge = ({ isMovable, hasEdge }: OrderLine): boolean => isMovable === true || hasEdge === true;

/** The user's execution, or a price that decided an option, as a mark at its candle. */
export type TradeMark = {
  readonly id: string;
  readonly side: MarkSide;
  readonly price: Decimal;
  readonly atMs: number;
  /** Text for screen readers, in the user's language. */
  readonly label: string;
};

/** A moment across the picture, possibly in the future: the expiry of an option. */
type MomentLine = {
  readonly id: string;
  readonly atMs: number;
  /** Text beside the line, in the user's language. */
  readonly label: string;
};

/** The user's own lines and marks on the chart. */
export type ChartMarks = {
  readonly orders: readonly OrderLine[];
  readonly trades: readonly TradeMark[];
  readonly moments?: readonly MomentLine[];
  /** The orders are options, which are near the price: the price scale makes room for them. */
  readonly areOptions?: boolean;
  /** Texts at the beginning of the lines: entry prices are close to the newest candles. */
  readonly arePositions?: boolean;
  /** Name of the orders in the user's language, before their labels; default "open orders". */
  readonly ordersName?: string;
  /** The user moves a line to another price. It stays there only if the owner updates it. */
  readonly onMove?: ((lineId: string, price: Decimal) => void) | undefined;
  /** The user wants an order at the price of the crosshair. */
  readonly onPlace?: ((price: Decimal) => void) | undefined;
};

export const NO_MARKS: ChartMarks = { orders: [], trades: [] };

/** A second is the charts' own period: prices as they arrive. */
export type ChartPeriod = Period | '1s';

/** `full`: with figures, buttons and all panes. `strip`: the picture alone, small. */
export type ChartVariant = 'full' | 'strip';

/** Visible range of a new chart, in candles: in total, and the share of it reserved for future candles. */
export type ChartWindow = { readonly span: number; readonly ahead: number };

/** `candles`: candlesticks with indicators over them. `line`: the time-share line. */
export type ChartMode = 'candles' | 'line';

/** Labels before the figures of a candle, in the user's language. */
type FigureWords = {
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
};

/** Description of the chart's content. */
export type ChartSetup = {
  readonly period: ChartPeriod;
  readonly mode: ChartMode;
  readonly pricePlaces: number;
  readonly locale: string;
  readonly settings: ChartSettings;
  readonly variant: ChartVariant;
  readonly words: FigureWords;
  readonly window?: ChartWindow | undefined;
};
