/**
 * Appends the due ticks of all markets of a feed up to one instant, in one transaction, so that a reader of several
 * markets (a cross account, say) never sees one ahead of another, also while a feed catches up.
 */
import type { FeedDeps, FollowedMarket, PreparedTicks } from './followedMarket.ts';
import { LeaseLostError } from '../jobs/job.ts';
import { appendTogether, TickLogMovedError, type Appended } from './series.ts';

/** Log of a feed; a pino logger fits. */
export type FeedLog = Record<'info' | 'warn' | 'error', (details: object, message: string) => void>;

/** A market with its failures and its next retry. */
export type Follower = { readonly market: FollowedMarket; failures: number; retryAtMs: number };

type Deps = Pick<FeedDeps, 'db' | 'clock' | 'waiting'> & { readonly log: FeedLog };
type Ready = { readonly follower: Follower; readonly ticks: PreparedTicks };

const RETRY_MIN_MS = 1000;
const RETRY_MAX_MS = 30_000;

/** Result of one run. */
type Outcome = {
  /** When each market that could be written has its next tick; undefined: never. */
  readonly nextAtMs: readonly (number | undefined)[];
  /** Whether trading is halted, if it was read together with the ticks. */
  readonly isHalted: boolean | undefined;
};

/**
 * Above this number of ticks in all markets, it is a catch-up, and each market is written by a statement of its own.
 */
const TOGETHER_MAX = 100;

/** Appends at most one batch per market. A market that fails is retried later; the others continue. */
export async function appendDue(deps: Deps, followers: readonly Follower[], nowMs: number): Promise<Outcome> {
  const due = followers.filter(({ retryAtMs }) => deps.clock.nowMs() >= retryAtMs);
  const all = await prepare(deps, due, { untilMs: nowMs, nowMs });
  const untilMs = Math.min(nowMs, ...all.map(({ ticks }) => reachOf(ticks, nowMs)));
  const isAhead = ({ ticks: { lastAtMs } }: Ready) => lastAtMs !== undefined && lastAtMs > untilMs;
  const ahead = all.filter(isAhead).map(({ follower }) => follower);
  const ready = [...all.filter((one) => !isAhead(one)), ...(await prepare(deps, ahead, { untilMs, nowMs }))];
  let isHalted: boolean | undefined;
  const appended = await append(deps, ready).then(
    (found) => {
      isHalted = found?.isHalted;
      return ready;
    },
    () => appendEach(deps, ready),
  );
  for (const { follower } of appended) follower.failures = 0;
  return { nextAtMs: appended.map(({ ticks }) => ticks.nextAtMs), isHalted };
}

/** Instant that a batch of a market reaches. */
function reachOf({ lastAtMs, nextAtMs }: PreparedTicks, nowMs: number): number {
  return nextAtMs === undefined || nextAtMs > nowMs ? nowMs : (lastAtMs ?? nowMs);
}

async function prepare(
  deps: Deps,
  followers: readonly Follower[],
  { untilMs, nowMs }: Readonly<Record<'untilMs' | 'nowMs', number>>,
): Promise<Ready[]> {
  const ready: Ready[] = [];
  for (const follower of followers) {
    try {
      ready.push({ follower, ticks: await follower.market.prepare(untilMs, nowMs) });
    } catch (error) {
      fail(deps, follower, error);
    }
  }
  return ready;
}

async function append({ db, waiting }: Deps, ready: readonly Ready[]): Promise<Appended | undefined> {
  const full = ready.map(({ ticks }) => ticks).filter(({ isEmpty }) => !isEmpty);
  if (full.length === 0) return undefined;
  const isFew = full.reduce((count, { count: own }) => count + own, 0) <= TOGETHER_MAX;
  const together = isFew ? full.flatMap((ticks) => ticks.together ?? []) : [];
  let appended: Appended | undefined;
  if (together.length === full.length) {
    appended = await appendTogether(
      db,
      together.map((begin) => begin()),
      waiting ?? [],
    );
  } else {
    await db.transaction(async (tx) => {
      for (const ticks of full) await ticks.append(tx);
    });
  }
  for (const ticks of full) ticks.publish(waiting && appended?.waiting);
  return appended;
}

/** After a failure, write each market separately, so that a failing one does not block the others. */
async function appendEach(deps: Deps, ready: readonly Ready[]): Promise<Ready[]> {
  const appended: Ready[] = [];
  for (const one of ready) {
    try {
      await append(deps, [one]);
      appended.push(one);
    } catch (error) {
      fail(deps, one.follower, error);
    }
  }
  return appended;
}

function fail({ clock, log }: Deps, follower: Follower, error: unknown): void {
  const retryMs = Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** follower.failures);
  follower.failures += 1;
  follower.retryAtMs = clock.nowMs() + retryMs;
  const details = { symbol: follower.market.symbol, retryMs };
  // Another node leads by now; this one will notice through its lease.
  if (error instanceof TickLogMovedError || error instanceof LeaseLostError)
    log.info(details, 'another node has written these ticks');
  else log.error({ err: error, ...details }, 'the feed failed and will be tried again');
}
