/** State of this process: the phase of its stop, and the delay of its event loop. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { statfs } from 'node:fs/promises';

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
