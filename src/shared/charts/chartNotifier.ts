/**
 * Chart state for React. Pictures change with every tick and every pixel of a pan: the crosshair is reported at once,
 * the rest at intervals.
 */
import type { Decimal } from '@halyard/contract/money';
import type { CandleSource, ChartCandle } from './candleSource.ts';
import type { Indicator } from './indicator.ts';
import type { Scene } from './scene.ts';

/** The candle whose figures are shown: the one under the crosshair, otherwise the newest. */
export type Pointed = {
  readonly index: number;
  readonly candle: ChartCandle;
  readonly isPointing: boolean;
  /** Whether the crosshair stays until it is released. */
  readonly isHeld: boolean;
};

/** Summary of the visible candles. */
export type Seen = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly high: Decimal;
  readonly low: Decimal;
  /** Open of the first and close of the last visible candle. */
  readonly open: Decimal;
  readonly close: Decimal;
  readonly newest: Decimal;
  /** The indicators with their values at the newest candle. */
  readonly indicators: readonly { readonly indicator: Indicator; readonly index: number }[];
  readonly orders: readonly string[];
  /** Whether the orders are options. */
  readonly areOptions: boolean;
  /** Name of the orders, if they are something else. */
  readonly ordersName: string | undefined;
};

/** Source of the pictures. */
type PictureSource = {
  readonly source: CandleSource;
  readonly scene: Scene | undefined;
  readonly isHeld: boolean;
  readonly subscribe: (listener: () => void) => () => void;
};

/** Interval of the summary, which screen readers could not read faster. */
const SEEN_EVERY_MS = 500;

export class ChartNotifier {
  private point: Pointed | undefined;
  private sight: Seen | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stop: (() => void) | undefined;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly controller: PictureSource) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    this.stop ??= this.controller.subscribe(this.onPicture);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size > 0) return;
      this.stop?.();
      this.stop = undefined;
      clearTimeout(this.timer);
      this.timer = undefined;
    };
  };

  /** `undefined` while there is no content, as is `seen`. */
  readonly pointed = (): Pointed | undefined => this.point;

  readonly seen = (): Seen | undefined => this.sight;

  private readonly onPicture = (): void => {
    const { scene } = this.controller;
    const isOther = this.updatePoint(scene);
    if ((scene === undefined) !== (this.sight === undefined)) this.see();
    else this.timer ??= setTimeout(() => this.see(), SEEN_EVERY_MS);
    if (isOther) this.notify();
  };

  private updatePoint(scene: Scene | undefined): boolean {
    const before = this.point;
    const now = scene === undefined ? undefined : this.pointIn(scene);
    if (before === now || (before !== undefined && now !== undefined && isSame(before, now))) return false;
    this.point = now;
    return true;
  }

  private pointIn({ cursor }: Scene): Pointed | undefined {
    const { source, isHeld } = this.controller;
    const index = Math.min(cursor?.index ?? Infinity, source.candles.length - 1);
    const candle = source.candles[index];
    return candle === undefined ? undefined : { index, candle, isPointing: cursor !== undefined, isHeld };
  }

  private see(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { scene, source } = this.controller;
    this.sight = scene === undefined ? undefined : seenOf(scene, source.candles);
    this.notify();
  }

  private notify(): void {
    this.listeners.forEach((listener) => listener());
  }
}

/** A candle that changes is still the same one, so its description stays as it was when it was reached. */
function isSame(before: Pointed, now: Pointed): boolean {
  return (
    before.index === now.index &&
    before.candle.openedAtMs === now.candle.openedAtMs &&
    before.isPointing === now.isPointing &&
    before.isHeld === now.isHeld
  );
}

function seenOf(
  { extremes, marks, overlays, panes, visible }: Scene,
  candles: readonly ChartCandle[],
): Seen | undefined {
  const [first, last, newest] = [candles[visible[0]], candles[visible[1] - 1], candles.at(-1)];
  const [highest, lowest] = [candles[extremes.highAt], candles[extremes.lowAt]];
  if (first === undefined || last === undefined || newest === undefined) return undefined;
  if (highest === undefined || lowest === undefined) return undefined;
  const index = candles.length - 1;
  return {
    fromMs: first.openedAtMs,
    toMs: last.openedAtMs,
    high: highest.high,
    low: lowest.low,
    open: first.open,
    close: last.close,
    newest: newest.close,
    indicators: [...overlays, ...panes.map(({ indicator }) => indicator)].map((indicator) => ({ indicator, index })),
    orders: marks.orders.map(({ label }) => label),
    areOptions: marks.areOptions === true,
    ordersName: marks.ordersName,
  };
}
