/**
 * Slows down whoever guesses passwords. Each try is counted before its password is looked at, in the database: however
 * many come at once, on however many nodes, no more are looked at than are free. One that was right is taken back.
 */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import { FUND_PASSWORD_TRIES } from '@halyard/contract/security/rules';
import type { Caller, SessionUser } from '../../calls/callHandler.ts';
import { BusinessError } from '../../calls/errors.ts';
import { networkOf, widerNetworksOf } from '../../calls/networks.ts';
import type { Clock } from '../../clock.ts';
import { rowsOf, type Database, type Transaction } from '../../db/database.ts';
import { createOneAtATime } from '../security/oneAtATime.ts';
import { logRefusedGuess, type GuessLog } from '../security/refusedGuess.ts';
import { countedFailures, freeAfter } from '../security/waits.ts';
import { isYoungSession } from './codesRepository.ts';
import { acquaintanceOf } from './knownDevice.ts';

/** Wrong passwords that are free for one account from one place. */
export const LOGIN_FAILURES_FREE = 5;
/** For one account from all places that it does not know. */
export const ACCOUNT_FAILURES_FREE = 50;
/** From one network, for all accounts that do not know it: many phones share an address. */
const NETWORK_FAILURES_FREE = 100;
/** Wrong fund passwords that are free in all sessions of one user together: six digits are few. */
const FUND_FAILURES_FREE = 500;
/** Failures are forgotten after a pause of so long. */
export const TRIES_KEPT_MS = 24 * 60 * 60_000;

/** What a try is counted by, and how many failures of it are free. */
type Count = { readonly key: string; readonly free: number };
type Guess = Parameters<typeof logRefusedGuess>[1] & { readonly counts: readonly Count[] };
type Counted = Count & {
  readonly failures: number;
  readonly freeAt: string | null;
  /** How long the next try waits if this one is wrong; null: not at all. */
  readonly waitSeconds: number | null;
};

/** What came of a try. */
type Outcome<T> = {
  /** Undefined when it was wrong. */
  readonly result: T | undefined;
  /** If it was wrong: how many more are free. */
  readonly left: number;
  /** If it was wrong: how long the next one waits; 0 while some are free. */
  readonly waitSeconds: number;
};

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
      return (await attempt({ counts, event: 'login_refused', account: address, ip: caller.ip }, look)).result;
    },

    /**
     * Looks at the password of a user who is logged in: whoever sits at his phone may guess no more than at login. His
     * other sessions, which nobody opens without the password, do not wait for it.
     */
    async prove<T>({ id, sessionId }: SessionUser, look: () => Promise<T | undefined>): Promise<T | undefined> {
      const account = `user ${id}`;
      const counts = [{ key: `${account} session ${sessionId}`, free: LOGIN_FAILURES_FREE }];
      return (await attempt({ counts, event: 'login_password_refused', account }, look)).result;
    },

    /**
     * Looks at the fund password of a user who is logged in. It is counted for that session, so that a thief's session
     * makes no other one wait; and for all that are younger than a day, because who has the login password opens many.
     */
    async fund<T>(user: SessionUser, look: () => Promise<T | undefined>): Promise<Outcome<T>> {
      const since = new Date(clock.nowMs() - TRIES_KEPT_MS).toISOString();
      const isYoung = await isYoungSession(db, user.sessionId, since);
      const counts = [
        { key: fundKey(user.id, `session ${user.sessionId}`), free: FUND_PASSWORD_TRIES },
        ...(isYoung ? [{ key: fundKey(user.id, 'young sessions'), free: ACCOUNT_FAILURES_FREE }] : []),
        { key: fundKey(user.id, 'all sessions'), free: FUND_FAILURES_FREE },
      ];
      return attempt({ counts, event: 'fund_password_refused', account: `user ${user.id}` }, look);
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

  function attempt<T>({ counts, ...guess }: Guess, look: () => Promise<T | undefined>): Promise<Outcome<T>> {
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
        return {
          result,
          left: Math.max(Math.min(...counted.map(({ free, failures }) => free - failures)), 0),
          waitSeconds: Math.max(...counted.map((count) => count.waitSeconds ?? 0)),
        };
      } finally {
        if (!isWrong) await takeBack(db, counted, result !== undefined);
      }
    });
  }
}

const accountKey = (address: string) => `account ${address}`;
const loginKey = (address: string, place: string) => `login ${address} ${place}`;
const placeOf = (device: string) => `device ${device}`;
const fundKey = (id: UserId, where: string) => `fund ${id} ${where}`;

/** Forgets wrong fund passwords of a user in all sessions, when another one takes its place. */
export async function forgetFundTries(tx: Transaction, id: UserId): Promise<void> {
  await tx.execute(
    sql`delete from login_tries where key in (
      values (${fundKey(id, 'young sessions')}), (${fundKey(id, 'all sessions')})
      union all select ${fundKey(id, 'session ')} || sessions.id from sessions where user_id = ${id})`,
  );
}

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
  for (const count of counts) counted.push({ ...count, ...(await countOne(tx, count, nowMs)) });
  return counted;
}

async function countOne(tx: Transaction, { key, free }: Count, nowMs: number): Promise<Omit<Counted, keyof Count>> {
  const now = sql`${new Date(nowMs).toISOString()}::timestamptz`;
  const isOld = sql`t.at < ${new Date(nowMs - TRIES_KEPT_MS).toISOString()}::timestamptz`;
  const failures = countedFailures(sql`case when ${isOld} then 0 else t.failures end`);
  const seconds = sql`ceil(extract(epoch from free_at - ${now}))::int`;
  const [row] = await rowsOf<Omit<Counted, keyof Count>>(
    tx,
    sql`insert into login_tries as t (key, failures, free_at, at) values (${key}, 1, null, ${now})
      on conflict (key) do update set failures = ${failures}, free_at = ${freeAfter(failures, free, now)}, at = ${now}
        where t.free_at is null or t.free_at <= ${now}
      returning failures, free_at::text as "freeAt", ${seconds} as "waitSeconds"`,
  );
  if (row !== undefined) return row;
  const [wait] = await rowsOf<{ seconds: number }>(
    tx,
    sql`select ${seconds} as seconds from login_tries where key = ${key}`,
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
