/** Accounts, the codes that prove addresses, and sessions. */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import { DAY_MS } from '@halyard/contract/time';
import { registerUser } from '@halyard/contract/user/calls';
import { isBefore, pruneRows } from '../../jobs/job.ts';
import type { Module } from '../../module.ts';
import { createStepUpMethods } from '../security/secondFactor.ts';
import { createCodesService } from './codesService.ts';
import { TRIES_RETENTION_MS } from './loginGuard.ts';
import { createUserHandlers } from './routes.ts';
import { createSessions } from './sessions.ts';
import { USER_COMMANDS } from './userCommands.ts';
import { createMailJob } from './userMail.ts';

declare module '../../events/events.ts' {
  interface ExchangeEvents {
    readonly 'session-ended': { readonly userId: UserId; readonly sessionId: number };
  }
}

/** Limits of codes look back one day from the request; a code is valid for minutes. */
export const CODES_RETENTION_MS = 2 * DAY_MS;
/** Devices are known by their sessions: after a quarter of a year a device counts as new again. */
export const ENDED_SESSIONS_RETENTION_MS = 90 * DAY_MS;

export const user: Module = {
  beginning: { function: 'registration', calls: [registerUser] },
  commands: USER_COMMANDS,
  pruners: {
    codes: pruneRows('codes', (nowMs) => isBefore('expires_at', nowMs - CODES_RETENTION_MS)),
    loginTries: pruneRows('login_tries', (nowMs) => isBefore('at', nowMs - TRIES_RETENTION_MS)),
    // Rows that belong to a session are deleted with it.
    sessions: pruneRows('sessions', (nowMs) => {
      const sinceMs = nowMs - ENDED_SESSIONS_RETENTION_MS;
      return sql`${isBefore('revoked_at', sinceMs)} or ${isBefore('expires_at', sinceMs)}`;
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
