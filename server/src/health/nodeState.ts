/** State of this process: the phase of its stop, and the delay of its event loop. */
import { statfs } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * `leaving`: load balancers are asked to send nothing more, and everything is still answered. `refusing`: nothing new
 * begins.
 */
export type Phase = 'serving' | 'leaving' | 'refusing';

export type NodeState = {
  phase(): Phase;
  enter(phase: Phase): void;
  /** Mean delay of the event loop within the last second. */
  loopDelayMs(): number;
  close(): void;
};

const SAMPLE_EVERY_MS = 1000;
const RESOLUTION_MS = 10;
const NS_PER_MS = 1e6;

/** Creates the state of a serving node. */
export function createNodeState(): NodeState {
  let phase: Phase = 'serving';
  let delayMs = 0;
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  const timer = setInterval(() => {
    // The histogram measures the whole interval between its ticks.
    delayMs = histogram.count === 0 ? 0 : Math.max(0, histogram.mean / NS_PER_MS - RESOLUTION_MS);
    histogram.reset();
  }, SAMPLE_EVERY_MS).unref();
  return {
    phase: () => phase,
    enter: (next) => {
      phase = next;
    },
    loopDelayMs: () => delayMs,
    close() {
      clearInterval(timer);
      histogram.disable();
    },
  };
}

/** Free share of the disk of a folder, from 0 to 1; undefined when it cannot be read. */
export async function freeShareOf(folder: string): Promise<number | undefined> {
  try {
    const { bavail, blocks } = await statfs(folder);
    return blocks === 0 ? undefined : bavail / blocks;
  } catch {
    return undefined;
  }
}

// Orderly stop of one node among several. Load balancers notice first; then nothing new begins, the leases go to other
// nodes, and clients reconnect there, a few at a time. What is under way is finished by the caller's close.

export type Drainable = {
  readonly state: NodeState;
  /** Gives the leases of this node to others. */
  readonly stopJobs: () => Promise<void>;
  /** Asks clients to reconnect within a time. */
  readonly drainSockets: (withinMs: number) => Promise<void>;
};

/** Shares of the whole time: until balancers noticed, and for the sockets. The rest is for the queues. */
const NOTICE_SHARE = 0.2;
const SOCKETS_SHARE = 0.4;

/** Resolves when the node has nothing to do but to finish; takes at most three fifths of the time. */
export async function drain({ state, stopJobs, drainSockets }: Drainable, limitMs: number): Promise<void> {
  state.enter('leaving');
  await pause(limitMs * NOTICE_SHARE);
  state.enter('refusing');
  await Promise.all([stopJobs(), drainSockets(limitMs * SOCKETS_SHARE)]);
}
