/**
 * Turns of callers: of each network so many calls run at a time, and the others wait in order. So a burst of one
 * network, within its limits, delays the calls of others by a few calls and not by all of it.
 */
import type { Call } from '@halyard/contract/call';
import { closePosition, closePositions, openPosition, reversePosition } from '@halyard/contract/futures/calls';
import { listCandles } from '@halyard/contract/market/calls';
import { buyOption, getOption } from '@halyard/contract/options/calls';
import { networkOf } from './networks.ts';

type Group = { readonly name: string; readonly atOnce: number };

/** Fewer than the connections to the database, so that others always get one. */
const USUAL: Group = { name: 'usual', atOnce: 12 };
/** Each takes twenty times as long as another read. */
const CANDLES: Group = { name: 'candles', atOnce: 4 };
/** They wait for a tick, without work and without a connection meanwhile. */
const WAITING: Group = { name: 'waiting', atOnce: 60 };

const GROUPS: ReadonlyMap<Call, Group> = new Map<Call, Group>([
  [listCandles, CANDLES],
  ...[openPosition, closePosition, closePositions, reversePosition, buyOption, getOption].map((call): [Call, Group] => [
    call,
    WAITING,
  ]),
]);

/** Calls of one network and group: those that run, and the next steps of those that wait. */
type Line = { running: number; readonly waiting: (() => void)[] };

export type Turns = {
  /** Runs the work of a call when its caller has a turn; settles as the work does. */
  take<T>(caller: { readonly call: Call; readonly ip: string }, work: () => Promise<T>): Promise<T>;
};

/** Creates turns of this process. `factor` multiplies the calls at a time. */
export function createTurns(factor = 1): Turns {
  const lines = new Map<string, Line>();

  return {
    async take({ call, ip }, work) {
      const { name, atOnce } = GROUPS.get(call) ?? USUAL;
      const key = `${name} ${networkOf(ip)}`;
      const line = lines.get(key) ?? { running: 0, waiting: [] };
      lines.set(key, line);
      if (line.running < atOnce * factor) line.running += 1;
      else await new Promise<void>((resolve) => line.waiting.push(resolve));
      try {
        return await work();
      } finally {
        const next = line.waiting.shift();
        // The turn passes on without a gap, so no later call overtakes.
        if (next !== undefined) next();
        else line.running -= 1;
        if (line.running === 0) lines.delete(key);
      }
    },
  };
}
