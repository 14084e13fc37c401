/**
 * Slows down guessing of passwords. Each try is counted in the database before its password is checked, so parallel
 * tries on several nodes get no more than the free ones. A correct try is taken back.
 */
import { sql } from 'drizzle-orm';
import type { RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import { FUND_PASSWORD_TRIES } from '@halyard/contract/security/rules';
import type { logIn } from '@halyard/contract/user/calls';
import { BusinessError, type Caller, type SessionUser } from '../../calls/callHandler.ts';
import { networkOf, widerNetworksOf } from '../../calls/networks.ts';
import type { Clock } from '../../clock.ts';
import { rowsOf, type Database, type Transaction } from '../../db/database.ts';
import { countedFailures, freeAfter, logRefusedGuess, type GuessLog } from '../security/guessing.ts';
import { isYoungSession } from './codesRepository.ts';
import { matchKnownDevice } from './knownDevice.ts';
import { isPassword } from './passwords.ts';
import * as users from './usersRepository.ts';
import { readAddress } from './usersRepository.ts';

/** Free wrong passwords for one account from one place. */
const LOGIN_FAILURES_FREE = 5;
/** The same for one account from all unknown places together. */
export const ACCOUNT_FAILURES_FREE = 50;
/** The same from one network for all accounts that do not know it: many phones share an address. */
const NETWORK_FAILURES_FREE = 100;
/** Free wrong fund passwords in all sessions of one user together: six digits are few. */
const FUND_FAILURES_FREE = 500;
/** Failures are forgotten after a pause of this length. */
export const TRIES_RETENTION_MS = 24 * 60 * 60_000;

/** Counter of a try, and its number of free failures. */
type Count = { readonly key: string; readonly free: number };
type Guess = Parameters<typeof logRefusedGuess>[1] & { readonly counts: readonly Count[] };
type Counted = Count & {
  readonly failures: number;
  readonly freeAt: string | null;
  /** Wait before the next try if this one is wrong; null for none. */
  readonly waitSeconds: number | null;
};

/** Result of a try. */
type Outcome<T> = {
  /** Undefined when the try was wrong. */
  readonly result: T | undefined;
  /** After a wrong try: number of free tries left. */
  readonly left: number;
  /** After a wrong try: wait before the next one; 0 while some are free. */
  readonly waitSeconds: number;
};

/** Counts tries by account, device and network. */
export type LoginGuard = ReturnType<typeof createLoginGuard>;

type GuardDeps = { readonly db: Database; readonly clock: Clock; readonly log?: GuessLog };

/** Makes the guard of a database. */
export function createLoginGuard({ db, clock, log }: GuardDeps) {
  // A try counts as wrong until it is found correct. Serial, so that many correct ones in parallel do not look like
  // guessing.
  const inTurn = createOneAtATime<string>();

  return {
    /**
     * Checks a password for an account, which may not exist; `check` resolves to undefined for a wrong one. Throws
     * `BusinessError('RATE_LIMITED')` while a wait lasts.
     */
    async logIn<T>(address: string, caller: Caller, check: () => Promise<T | undefined>): Promise<T | undefined> {
      const counts = await loginCounts(db, address, caller);
      return (await attempt({ counts, event: 'login_refused', account: address, ip: caller.ip }, check)).result;
    },

    /**
     * Checks the password of a logged-in user, with as few free tries as at login. The user's other sessions, which
     * need the password to open, do not wait for it.
     */
    async prove<T>({ id, sessionId }: SessionUser, check: () => Promise<T | undefined>): Promise<T | undefined> {
      const account = `user ${id}`;
      const counts = [{ key: `${account} session ${sessionId}`, free: LOGIN_FAILURES_FREE }];
      return (await attempt({ counts, event: 'login_password_refused', account }, check)).result;
    },

    /**
     * Checks the fund password of a logged-in user. Tries are counted for that session, so that a thief's session makes
     * no other one wait; and for all sessions younger than a day together, because the login password opens many.
     */
    async fund<T>(user: SessionUser, check: () => Promise<T | undefined>): Promise<Outcome<T>> {
      const since = new Date(clock.nowMs() - TRIES_RETENTION_MS).toISOString();
      const isYoung = await isYoungSession(db, user.sessionId, since);
      const counts = [
        { key: fundKey(user.id, `session ${user.sessionId}`), free: FUND_PASSWORD_TRIES },
        ...(isYoung ? [{ key: fundKey(user.id, 'young sessions'), free: ACCOUNT_FAILURES_FREE }] : []),
        { key: fundKey(user.id, 'all sessions'), free: FUND_FAILURES_FREE },
      ];
      return attempt({ counts, event: 'fund_password_refused', account: `user ${user.id}` }, check);
    },

    /** Forgets the failures of strangers and of this caller after the owner stepped up. */
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

  function attempt<T>({ counts, ...guess }: Guess, check: () => Promise<T | undefined>): Promise<Outcome<T>> {
    return inTurn(counts[0]?.key ?? '', async () => {
      const counting = db.transaction((tx) => countAll(tx, counts, clock.nowMs()));
      const counted = await counting.catch((error: unknown) => {
        if (error instanceof BusinessError) logRefusedGuess(log, guess);
        throw error;
      });
      let result: T | undefined;
      let isWrong = false;
      try {
        result = await check();
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

/** Forgets wrong fund passwords of a user in all sessions, after the password was changed. */
export async function forgetFundTries(tx: Transaction, id: UserId): Promise<void> {
  await tx.execute(
    sql`delete from login_tries where key in (
      values (${fundKey(id, 'young sessions')}), (${fundKey(id, 'all sessions')})
      union all select ${fundKey(id, 'session ')} || sessions.id from sessions where user_id = ${id})`,
  );
}

/** A known device or network is counted by itself: strangers never keep an owner out. */
async function loginCounts(db: Database, address: string, { ip, device }: Caller): Promise<readonly Count[]> {
  const network = networkOf(ip);
  const known = await matchKnownDevice(db, address, { ip, device });
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

/** Counts a try by all counters or by none. Always from the narrowest to the widest, so that no two tries deadlock. */
async function countAll(tx: Transaction, counts: readonly Count[], nowMs: number): Promise<readonly Counted[]> {
  const counted: Counted[] = [];
  for (const count of counts) counted.push({ ...count, ...(await countOne(tx, count, nowMs)) });
  return counted;
}

async function countOne(tx: Transaction, { key, free }: Count, nowMs: number): Promise<Omit<Counted, keyof Count>> {
  const now = sql`${new Date(nowMs).toISOString()}::timestamptz`;
  const isOld = sql`t.at < ${new Date(nowMs - TRIES_RETENTION_MS).toISOString()}::timestamptz`;
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

/** Takes a try back; a correct one also forgets the earlier wrong ones of its account and place, and no others. */
async function takeBack(db: Database, [narrowest, ...wider]: readonly Counted[], isRight: boolean): Promise<void> {
  const counters = isRight || narrowest === undefined ? wider : [narrowest, ...wider];
  if (isRight) await db.execute(sql`delete from login_tries where key = ${narrowest?.key}`);
  for (const { key, freeAt } of counters) {
    await db.execute(
      sql`update login_tries set failures = greatest(failures - 1, 0),
          free_at = case when free_at is not distinct from ${freeAt}::timestamptz then null else free_at end
        where key = ${key}`,
    );
  }
}

// Serial execution of work per key, parallel across keys.

/** Runs work after all earlier work of its key; settles as the work does. */
type OneAtATime<K> = <T>(key: K, work: () => Promise<T>) => Promise<T>;

/** Makes the queues. A key without work uses no memory. */
function createOneAtATime<K>(): OneAtATime<K> {
  const tails = new Map<K, Promise<unknown>>();

  return async (key, work) => {
    const before = tails.get(key);
    const run = async () => {
      // A failure of the earlier work is reported to its own caller.
      await before?.catch(() => undefined);
      return work();
    };
    const tail = run();
    tails.set(key, tail);
    try {
      return await tail;
    } finally {
      if (tails.get(key) === tail) tails.delete(key);
    }
  };
}

// Finds the user of an address and a password.

type LoginDeps = { readonly db: Database; readonly loginGuard: LoginGuard };
type Login = Pick<RequestOf<typeof logIn>, 'kind' | 'callingCode' | 'address' | 'password'>;

/**
 * Throws `BusinessError` LOGIN_FAILED for an unknown account and a wrong password alike, RATE_LIMITED after too many
 * tries, and the codes of addresses.
 */
export async function findByPassword(
  { db, loginGuard }: LoginDeps,
  login: Login,
  caller: Caller,
): Promise<users.UserRecord> {
  const at = readAddress(login);
  const user = await loginGuard.logIn(at.address, caller, async () => {
    const found = await users.findUserByAddress(db, at);
    return (await isPassword(login.password, found?.passwordHash)) ? found : undefined;
  });
  if (user === undefined) throw new BusinessError('LOGIN_FAILED');
  return user;
}
