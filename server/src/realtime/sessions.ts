/** Access to private rooms: tokens are verified on entry, again at intervals, and immediately when a session ends. */
import type { Identity, RealtimeSources } from './sources.ts';

/** A member of a private room, with the token that admitted it. */
export type Guest = { readonly token: string; logOut(): void };

export type Sessions = {
  /** Owner of a token; undefined when it is invalid. */
  verify(token: string): Promise<Identity | undefined>;
  /** Admits a guest, unless the session ended while the token was being verified. */
  enter(identity: Identity, guest: Guest): boolean;
  leave(identity: Identity, guest: Guest): void;
  close(): void;
};

/** Longer than verifying a token can take. */
const ENDED_RETENTION_MS = 60_000;

/** Creates the access control. */
export function createSessions(sources: RealtimeSources, recheckMs: number): Sessions {
  const guests = new Map<number, Set<Guest>>();
  // A session may end between the verification and the entry: recently ended sessions are not admitted.
  const endedAtMs = new Map<number, number>();

  const leave = ({ sessionId }: Pick<Identity, 'sessionId'>, guest: Guest) => {
    const known = guests.get(sessionId);
    known?.delete(guest);
    if (known?.size === 0) guests.delete(sessionId);
  };
  const end = (sessionId: number) => {
    for (const guest of guests.get(sessionId) ?? []) guest.logOut();
    guests.delete(sessionId);
  };
  const unsubscribe = sources.events.subscribe((event) => {
    if (event.type !== 'session-ended') return;
    const nowMs = sources.clock.nowMs();
    for (const [id, atMs] of endedAtMs) if (nowMs - atMs > ENDED_RETENTION_MS) endedAtMs.delete(id);
    endedAtMs.set(event.sessionId, nowMs);
    end(event.sessionId);
  });
  const recheckToken = async (sessionId: number, token: string) => {
    try {
      const identity = await sources.verifyToken(token);
      if (identity?.sessionId === sessionId) return;
      for (const guest of guests.get(sessionId) ?? []) {
        if (guest.token !== token) continue;
        leave({ sessionId }, guest);
        guest.logOut();
      }
    } catch (error) {
      // A failed verification is no reason to remove a guest.
      sources.log.error({ err: error }, 'a token could not be verified again');
    }
  };
  const recheck = async () => {
    for (const [sessionId, present] of guests) {
      // A step-up gives a session another token: guests with the earlier one are removed, the others stay.
      for (const token of new Set(Array.from(present, (guest) => guest.token))) await recheckToken(sessionId, token);
    }
  };
  const timer = setInterval(() => void recheck(), recheckMs).unref();

  return {
    verify: sources.verifyToken,
    enter({ sessionId }, guest) {
      if (endedAtMs.has(sessionId)) return false;
      guests.set(sessionId, (guests.get(sessionId) ?? new Set()).add(guest));
      return true;
    },
    leave,
    close() {
      clearInterval(timer);
      unsubscribe();
    },
  };
}
