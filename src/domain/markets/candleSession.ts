/**
 * One reading of a market's candles: joins live candles with those loaded for gaps, and buffers until the chart
 * listens.
 */
import type { Candle } from '@halyard/contract/market/calls';

type CandleSessionOptions = {
  /** Seconds from one candle to the next, at most. */
  readonly stepSeconds: number;
  /** Loads the newest candles that open in `[fromSeconds, toSeconds]`, ascending, up to one call's maximum. */
  readonly load: (fromSeconds: number, toSeconds: number) => Promise<readonly Candle[]>;
  /** A gap cannot be filled: start a new reading with candles up to `atSeconds`; this session has ended. */
  readonly onBroken: (atSeconds: number) => void;
};

type Listener = (candle: Candle) => void;

/** Receives candles in the order in which they open. */
export type CandleSession = {
  /** Passes the loaded history; candles that arrived meanwhile are applied after it. */
  readonly begin: (history: readonly Candle[]) => void;
  /** Takes a candle. Candles missing since the last one are loaded first. */
  readonly take: (candle: Candle, kind: 'snapshot' | 'message') => void;
  /** Passes candles to the listener, buffered ones immediately. Returns the unsubscribe function. */
  readonly listen: (listener: Listener) => () => void;
};

type Arrived = { readonly candle: Candle; readonly kind: 'snapshot' | 'message' };

/** Creates a session without any candles. */
export function createCandleSession({ stepSeconds, load, onBroken }: CandleSessionOptions): CandleSession {
  const outlet = createOutlet();
  let lastSeconds: number | undefined;
  // An array while a load is running whose candles come first.
  let waiting: Arrived[] | undefined = [];

  const deliver = (candle: Candle) => {
    lastSeconds = candle.openedAtSeconds;
    outlet.put(candle);
  };
  // Each message holds a candle's final state, so only a jump leaves a gap; after a snapshot the previous candle's end
  // is unknown.
  const leavesOut = ({ candle, kind }: Arrived) =>
    lastSeconds !== undefined && candle.openedAtSeconds > lastSeconds + (kind === 'snapshot' ? 0 : stepSeconds);
  const goOn = () => {
    const arrived = waiting ?? [];
    waiting = undefined;
    for (const [place, each] of arrived.entries()) {
      if (leavesOut(each)) {
        void fillGap(arrived.slice(place));
        return;
      }
      deliver(each.candle);
    }
  };
  const fillGap = async (arrived: Arrived[]) => {
    waiting = arrived;
    const fromSeconds = lastSeconds ?? 0;
    const toSeconds = arrived[0]?.candle.openedAtSeconds ?? 0;
    const missed = await load(fromSeconds, toSeconds - 1).catch(() => []);
    // The load starts with the last known candle in its final state; if it is missing, the gap exceeds one call.
    if (missed[0]?.openedAtSeconds !== fromSeconds) {
      onBroken(toSeconds);
      return;
    }
    for (const candle of missed) deliver(candle);
    const [first, ...rest] = arrived;
    if (first !== undefined) deliver(first.candle);
    waiting = rest;
    goOn();
  };

  return {
    begin: (history) => {
      lastSeconds = history.at(-1)?.openedAtSeconds;
      goOn();
    },
    take: (candle, kind) => {
      if (waiting !== undefined) waiting.push({ candle, kind });
      else {
        waiting = [{ candle, kind }];
        goOn();
      }
    },
    listen: outlet.listen,
  };
}

function createOutlet() {
  // A late listener needs only the newest state of each candle.
  const latest = new Map<number, Candle>();
  let listener: Listener | undefined;
  return {
    put: (candle: Candle) => {
      if (listener === undefined) latest.set(candle.openedAtSeconds, candle);
      else listener(candle);
    },
    listen: (own: Listener) => {
      listener = own;
      for (const candle of latest.values()) own(candle);
      latest.clear();
      return () => {
        if (listener === own) listener = undefined;
      };
    },
  };
}
