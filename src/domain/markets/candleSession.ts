/**
 * One reading of a market's candles: joins what the socket says with what a gap left out, and holds it until the chart
 * listens.
 */
import type { Candle } from '@halyard/contract/market/calls';

type CandleSessionOptions = {
  /** Seconds from one candle to the next, at most. */
  readonly stepSeconds: number;
  /** Loads the newest candles that open in `[fromSeconds, toSeconds]`, ascending, as many as a call answers. */
  readonly load: (fromSeconds: number, toSeconds: number) => Promise<readonly Candle[]>;
  /**
   * A gap cannot be filled: the reading has to begin anew with the candles until `atSeconds`, and this session is over.
   */
  readonly onBroken: (atSeconds: number) => void;
};

type Listener = (candle: Candle) => void;

/** Reads candles in the order in which they open. */
export type CandleSession = {
  /** The history was loaded; what arrived meanwhile follows on it. */
  readonly begin: (history: readonly Candle[]) => void;
  /** A candle arrived. What was left out between the last one and this is loaded first. */
  readonly take: (candle: Candle, kind: 'snapshot' | 'message') => void;
  /** Hands candles on until the clean-up is called; what arrived before is handed over at once. */
  readonly listen: (listener: Listener) => () => void;
};

type Arrived = { readonly candle: Candle; readonly kind: 'snapshot' | 'message' };

/** Makes a session; nothing was read yet. */
export function createCandleSession({ stepSeconds, load, onBroken }: CandleSessionOptions): CandleSession {
  const outlet = createOutlet();
  let lastSeconds: number | undefined;
  // While it is an array, something is being loaded that comes before what arrives.
  let waiting: Arrived[] | undefined = [];

  const deliver = (candle: Candle) => {
    lastSeconds = candle.openedAtSeconds;
    outlet.put(candle);
  };
  // Messages say each candle as it ended, so only a jump leaves something out; a snapshot does not say how the last one
  // ended.
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
    // The last known candle comes again as it ended; where it does not, more was missed than a call answers.
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
  // Only the newest state of a candle matters to a chart that was not there.
  const kept = new Map<number, Candle>();
  let listener: Listener | undefined;
  return {
    put: (candle: Candle) => {
      if (listener === undefined) kept.set(candle.openedAtSeconds, candle);
      else listener(candle);
    },
    listen: (own: Listener) => {
      listener = own;
      for (const candle of kept.values()) own(candle);
      kept.clear();
      return () => {
        if (listener === own) listener = undefined;
      };
    },
  };
}
