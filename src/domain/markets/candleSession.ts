/** One reading of a market's candles: joins what the socket says with what a gap left out, and holds it until the chart listens. */
import type { Candle } from '@halyard/contract/calls/markets';

type CandleSessionOptions = {
  /** Loads the candles that open in `[fromSeconds, toSeconds]`, ascending. */
  readonly load: (fromSeconds: number, toSeconds: number) => Promise<readonly Candle[]>;
};

type Listener = (candle: Candle) => void;

/** Reads candles in the order in which they open. */
export type CandleSession = {
  /** A candle arrived. A snapshot that opens after the last candle may follow a gap, which is then filled first. */
  readonly take: (candle: Candle, isSnapshot: boolean) => void;
  /** Hands candles on until the clean-up is called; what arrived before is handed over at once. */
  readonly listen: (listener: Listener) => () => void;
};

/** Makes a session; nothing was read yet. */
export function createCandleSession({ load }: CandleSessionOptions): CandleSession {
  const outlet = createOutlet();
  let lastOpenedSeconds: number | undefined;
  let waiting: Candle[] | undefined;

  const deliver = (candle: Candle) => {
    lastOpenedSeconds = candle.openedAtSeconds;
    outlet.put(candle);
  };
  const fillGap = async (fromSeconds: number, first: Candle) => {
    waiting = [first];
    // Without the missing candles the chart still goes on with the present ones.
    const missed = await load(fromSeconds, first.openedAtSeconds - 1).catch(() => []);
    const arrived = waiting;
    waiting = undefined;
    for (const candle of [...missed, ...arrived]) deliver(candle);
  };

  return {
    take: (candle, isSnapshot) => {
      if (waiting !== undefined) waiting.push(candle);
      else if (isSnapshot && lastOpenedSeconds !== undefined && candle.openedAtSeconds > lastOpenedSeconds) {
        void fillGap(lastOpenedSeconds, candle);
      } else deliver(candle);
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
