/**
 * Orderly stop of one node among several. Load balancers notice first; then nothing new begins, the leases go to other
 * nodes, and clients reconnect there, a few at a time. What is under way is finished by the caller's close.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { NodeState } from './nodeState.ts';

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
