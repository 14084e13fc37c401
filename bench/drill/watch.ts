/** Follows the exchange in its database: who leads, the newest price and checkpoint, and halts. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

export type Watch = {
  /** The event begins: times count from here. */
  begin(): void;
  stop(): Promise<Watched>;
};

export type Watched = {
  /** Until another lease of the prices was seen; undefined when it stayed. */
  readonly nextLeaderMs: number | undefined;
  /** Longest time without a new price, and without a new checkpoint of the public log. */
  readonly priceGapMs: number;
  readonly checkpointGapMs: number;
  /** Halts that began, with the time of each when it ended by itself. */
  readonly halts: ReadonlyMap<string, { readonly fromMs: number; untilMs: number | undefined }>;
};

const POLL_EVERY_MS = 100;
const STATE = `select (select lease from jobs where kind = 'feed') as lease,
  (select max(last_seq) from price_series) as price, (select max(size) from log_checkpoints) as checkpoint,
  (select json_agg(subject || ' (' || reason || ')') from halts_in_force) as halts`;

type State = {
  readonly lease: string | null;
  readonly price: string | null;
  readonly checkpoint: string | null;
  readonly halts: readonly string[] | null;
};

/** Starts watching. */
export function startWatch(url: string): Watch {
  const over = new AbortController();
  const [price, checkpoint] = [gapsOf(), gapsOf()];
  const halts = new Map<string, { fromMs: number; untilMs: number | undefined }>();
  let startMs: number | undefined;
  let lease: string | null | undefined;
  let nextLeaderMs: number | undefined;
  const take = (state: State) => {
    price.note(state.price);
    checkpoint.note(state.checkpoint);
    if (startMs === undefined) {
      lease = state.lease;
      return;
    }
    const nowMs = performance.now() - startMs;
    if (state.lease !== null && state.lease !== lease) nextLeaderMs ??= nowMs;
    const inForce = new Set(state.halts ?? []);
    for (const name of inForce) halts.set(name, { fromMs: halts.get(name)?.fromMs ?? nowMs, untilMs: undefined });
    for (const [name, halt] of halts) if (!inForce.has(name)) halt.untilMs ??= nowMs;
  };
  const watching = follow(url, over.signal, take);
  return {
    begin: () => {
      startMs = performance.now();
    },
    async stop() {
      over.abort();
      await watching;
      return { nextLeaderMs, priceGapMs: price.longestMs(), checkpointGapMs: checkpoint.longestMs(), halts };
    },
  };
}

/** Longest time that a value stayed the same. */
function gapsOf() {
  let [value, sinceMs, longestMs] = [undefined as string | null | undefined, performance.now(), 0];
  const longest = () => Math.max(longestMs, performance.now() - sinceMs);
  return {
    note(next: string | null) {
      if (next === value) return;
      longestMs = value === undefined ? 0 : longest();
      [value, sinceMs] = [next, performance.now()];
    },
    longestMs: longest,
  };
}

/** Reads until the signal; a database that is away is asked again. */
async function follow(url: string, signal: AbortSignal, take: (state: State) => void): Promise<void> {
  while (!signal.aborted) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await readAll(client, signal, take).catch(() => pause(POLL_EVERY_MS));
    await client.end().catch(() => undefined);
  }
}

async function readAll(client: pg.Client, signal: AbortSignal, take: (state: State) => void): Promise<void> {
  await client.connect();
  while (!signal.aborted) {
    const { rows } = await client.query<State>(STATE);
    if (rows[0] !== undefined) take(rows[0]);
    await pause(POLL_EVERY_MS);
  }
}
