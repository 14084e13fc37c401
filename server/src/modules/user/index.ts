/** Accounts, the codes that prove addresses, and sessions. */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import { DAY_MS } from '../../durations.ts';
import { isBefore, pruneRows } from '../../jobs/pruneJob.ts';
import type { Module } from '../../module.ts';
import { createStepUpMethods } from '../security/allProofMethods.ts';
import { createCodesService } from './codesService.ts';
import { TRIES_KEPT_MS } from './loginGuard.ts';
import { createUserHandlers } from './routes.ts';
import { createSessions, SESSION_IDLE_MS } from './sessions.ts';
import { USER_COMMANDS } from './userCommands.ts';
import { createMailJob } from './userMail.ts';

declare module '../../events/events.ts' {
  interface ExchangeEvents {
    readonly 'session-ended': { readonly userId: UserId; readonly sessionId: number };
  }
}

/** Limits of codes look back a day from when a code was made; it is good for minutes. */
export const CODES_KEPT_MS = 2 * DAY_MS;
/** A device is known by the sessions that it had: after a quarter of a year it is a new one again. */
export const ENDED_SESSIONS_KEPT_MS = 90 * DAY_MS;

export const user: Module = {
  commands: USER_COMMANDS,
  pruners: {
    codes: pruneRows('codes', (nowMs) => isBefore('expires_at', nowMs - CODES_KEPT_MS)),
    loginTries: pruneRows('login_tries', (nowMs) => isBefore('at', nowMs - TRIES_KEPT_MS)),
    // What hangs on a session goes with it.
    sessions: pruneRows('sessions', (nowMs) => {
      const sinceMs = nowMs - ENDED_SESSIONS_KEPT_MS;
      const ends = [isBefore('revoked_at', sinceMs), isBefore('expires_at', sinceMs)];
      return sql.join([...ends, isBefore('last_seen_at', sinceMs - SESSION_IDLE_MS)], sql` or `);
    }),
  },
  create(deps) {
    const { withdrawalHoldHours } = deps.settings;
    const sessions = createSessions(deps);
    const { handlers, settle } = createUserHandlers({
      ...deps,
      codes: createCodesService(deps),
      sessions,
      stepUpMethods: createStepUpMethods(deps),
      withdrawalHoldHours,
    });
    return { handlers, jobs: [createMailJob(deps)], verifyToken: sessions.verify, close: settle };
  },
};
