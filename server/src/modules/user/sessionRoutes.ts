/** The calls about a user's sessions. */
import { listSessions, revokeSessions, type Session } from '@halyard/contract/security/calls';
import { answerUser, type CallHandler } from '../../calls/callHandler.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { BusinessError } from '../../calls/errors.ts';
import type { EventBus } from '../../events/events.ts';
import { noticeOf } from '../../calls/messages.ts';
import { requireStepUp } from '../security/sessionStepUp.ts';
import { countryOfAddress, deviceNamesOf } from './placeNames.ts';
import type { OpenSession, Sessions } from './sessions.ts';
import { alertUser } from './userMail.ts';

type SessionDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly sessions: Sessions;
};

/** Handlers of user/sessions and user/sessions/revoke. */
export function createSessionHandlers({ db, clock, events, sessions }: SessionDeps): readonly CallHandler[] {
  return [
    answerUser(listSessions, async (_request, { user }) => (await sessions.list(user)).map(toSession)),
    answerUser(revokeSessions, async ({ id, others = false }, { user, language }) => {
      await requireStepUp(db, user);
      if (others) {
        const announceEnds = await db.transaction(async (tx) => {
          const announce = await sessions.endAll(tx, user.id, user.sessionId);
          const at = new Date(clock.nowMs()).toISOString();
          const event = { userId: user.id, kind: 'sessions_ended', sessionId: user.sessionId, at } as const;
          if (announce !== undefined) await alertUser(tx, event);
          return announce;
        });
        announceEnds?.();
        if (announceEnds !== undefined) events.publish({ type: 'events-written' });
      } else {
        if (id === undefined) throw new BusinessError('PARAMETER_MISSING', { field: 'id' });
        if (!(await sessions.end({ id: user.id, sessionId: id }))) throw new BusinessError('SESSION_NOT_FOUND');
      }
      return noticeOf(language, 'SESSIONS_ENDED');
    }),
  ];
}

function toSession({ userAgent, ip, id, ...session }: OpenSession): Session {
  return { ...session, id: id as Session['id'], ...deviceNamesOf(userAgent), ip, country: countryOfAddress(ip) };
}
