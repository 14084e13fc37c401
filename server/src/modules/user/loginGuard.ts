/**
 * Slows down whoever guesses passwords. Each try is counted before its password is looked at, in the database: however
 * many come at once, on however many nodes, no more are looked at than are free. One that was right is taken back.
 */
import { sql } from 'drizzle-orm';
import type { Caller, SessionUser } from '../../calls/callHandler.ts';
import { BusinessError } from '../../calls/errors.ts';
import { networkOf, widerNetworksOf } from '../../calls/networks.ts';
import type { Clock } from '../../clock.ts';
import { rowsOf, type Database, type Transaction } from '../../db/database.ts';
import { createOneAtATime } from '../security/oneAtATime.ts';
import { logRefusedGuess, type GuessLog } from '../security/refusedGuess.ts';
import { countedFailures, freeAfter } from '../security/waits.ts';
import { acquaintanceOf } from './knownDevice.ts';

/** Wrong passwords that are free for one account from one place. */
export const LOGIN_FAILURES_FREE = 5;
/** For one account from all places that it does not know. */
export const ACCOUNT_FAILURES_FREE = 50;
/** From one network, for all accounts that do not know it: many phones share an address. */
const NETWORK_FAILURES_FREE = 100;
/** Failures are forgotten after a pause of so long. */
export const TRIES_KEPT_MS = 24 * 60 * 60_000;

/** What a try is counted by, and how many failures of it are free. */
type Count = { readonly key: string; readonly free: number };
type Guess = Parameters<typeof logRefusedGuess>[1] & { readonly counts: readonly Count[] };
type Counted = Count & { readonly freeAt: string | null };

/** Counts tries by account, device and network. */
export type LoginGuard = ReturnType<typeof createLoginGuard>;

type GuardDeps = { readonly db: Database; readonly clock: Clock; readonly log?: GuessLog };

/** Makes the guard of a database. */
export function createLoginGuard({ db, clock, log }: GuardDeps) {
  // A try counts as wrong until it is known to be right. One after the other, so that many right ones at once do not
  // look like guessing.
  const inTurn = createOneAtATime<string>();

  return {
    /**
     * Looks at a password for an account, which may be none; `look` answers undefined for a wrong one. Throws
     * `BusinessError('RATE_LIMITED')` while a wait lasts.
     */
    async logIn<T>(address: string, caller: Caller, look: () => Promise<T | undefined>): Promise<T | undefined> {
      const counts = await loginCounts(db, address, caller);
      return attempt({ counts, event: 'login_refused', account: address, ip: caller.ip }, look);
    },

    /**
     * Looks at the password of a user who is logged in: whoever sits at his phone may guess no more than at login. His
     * other sessions, which nobody opens without the password, do not wait for it.
     */
    async prove<T>({ id, sessionId }: SessionUser, look: () => Promise<T | undefined>): Promise<T | undefined> {
      const account = `user ${id}`;
      const counts = [{ key: `${account} session ${sessionId}`, free: LOGIN_FAILURES_FREE }];
      return attempt({ counts, event: 'login_password_refused', account }, look);
    },

    /** Forgets what was tried at an account, by strangers and from here, when its owner has proved that he is. */
    async forget(tx: Transaction, address: string, { ip, device }: Caller): Promise<void> {
      const places = [networkOf(ip), ...widerNetworksOf(ip), ...(device === undefined ? [] : [placeOf(device)])];
      const keys = [accountKey(address), ...places.map((place) => loginKey(address, place))];
      await tx.execute(
        sql`delete from login_tries where key in (${sql.join(
          keys.map((key) => sql`${key}`),
          sql`, `,
        )})`,
      );
    },
  };

  function attempt<T>({ counts, ...guess }: Guess, look: () => Promise<T | undefined>): Promise<T | undefined> {
    return inTurn(counts[0]?.key ?? '', async () => {
      const counting = db.transaction((tx) => countAll(tx, counts, clock.nowMs()));
      const counted = await counting.catch((error: unknown) => {
        if (error instanceof BusinessError) logRefusedGuess(log, guess);
        throw error;
      });
      let result: T | undefined;
      let isWrong = false;
      try {
        result = await look();
        isWrong = result === undefined;
        return result;
      } finally {
        if (!isWrong) await takeBack(db, counted, result !== undefined);
      }
    });
  }
}

const accountKey = (address: string) => `account ${address}`;
const loginKey = (address: string, place: string) => `login ${address} ${place}`;
const placeOf = (device: string) => `device ${device}`;

/** A known device or network is counted for itself alone: strangers never keep an owner out. */
async function loginCounts(db: Database, address: string, { ip, device }: Caller): Promise<readonly Count[]> {
  const network = networkOf(ip);
  const known = await acquaintanceOf(db, address, { ip, device });
  const from = (place: string, factor = 1) => ({
    key: loginKey(address, place),
    free: LOGIN_FAILURES_FREE * factor,
  });
  if (known === 'device' && device !== undefined) return [from(placeOf(device))];
  if (known === 'network') return [from(network)];
  const wider = widerNetworksOf(ip);
  return [
    from(network),
    ...wider.map((place, index) => from(place, 2 ** (index + 1))),
    { key: accountKey(address), free: ACCOUNT_FAILURES_FREE },
    { key: `network ${network}`, free: NETWORK_FAILURES_FREE },
    ...wider.map((place, index) => ({ key: `network ${place}`, free: NETWORK_FAILURES_FREE * 2 ** (index + 1) })),
  ];
}

/** Counts a try by all of these or by none. Always from the narrow to the wide, so that no two wait for each other. */
async function countAll(tx: Transaction, counts: readonly Count[], nowMs: number): Promise<readonly Counted[]> {
  const counted: Counted[] = [];
  for (const count of counts) counted.push({ ...count, freeAt: await countOne(tx, count, nowMs) });
  return counted;
}

async function countOne(tx: Transaction, { key, free }: Count, nowMs: number): Promise<string | null> {
  const now = sql`${new Date(nowMs).toISOString()}::timestamptz`;
  const isOld = sql`t.at < ${new Date(nowMs - TRIES_KEPT_MS).toISOString()}::timestamptz`;
  const failures = countedFailures(sql`case when ${isOld} then 0 else t.failures end`);
  const [row] = await rowsOf<{ free_at: string | null }>(
    tx,
    sql`insert into login_tries as t (key, failures, free_at, at) values (${key}, 1, null, ${now})
      on conflict (key) do update set failures = ${failures}, free_at = ${freeAfter(failures, free, now)}, at = ${now}
        where t.free_at is null or t.free_at <= ${now}
      returning free_at::text`,
  );
  if (row !== undefined) return row.free_at;
  const [wait] = await rowsOf<{ seconds: number }>(
    tx,
    sql`select ceil(extract(epoch from free_at - ${now}))::int as seconds from login_tries where key = ${key}`,
  );
  throw new BusinessError('RATE_LIMITED', { seconds: wait?.seconds ?? 1 });
}

/** Takes a try back; one that was right forgets the wrong ones of its account and place before it, and no others. */
async function takeBack(db: Database, [narrowest, ...wider]: readonly Counted[], isRight: boolean): Promise<void> {
  const kept = isRight || narrowest === undefined ? wider : [narrowest, ...wider];
  if (isRight) await db.execute(sql`delete from login_tries where key = ${narrowest?.key}`);
  for (const { key, freeAt } of kept) {
    await db.execute(
      sql`update login_tries set failures = greatest(failures - 1, 0),
          free_at = case when free_at is not distinct from ${freeAt}::timestamptz then null else free_at end
        where key = ${key}`,
    );
  }
}
