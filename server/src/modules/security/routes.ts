/** The calls about the fund password. */
import { hasFundPassword, setFundPassword } from '@halyard/contract/calls/security';
import { answerUser, type CallHandler } from '../../calls/callHandler.ts';
import type { EventBus } from '../../events/events.ts';
import { noticeOf } from '../../calls/messages.ts';
import * as fundPassword from './fundPassword.ts';

type SecurityDeps = fundPassword.FundPasswordDeps & { readonly events: EventBus };

/** Handlers of user/has_password and safe/update_password. */
export function createSecurityHandlers({ db, clock, events }: SecurityDeps): readonly CallHandler[] {
  return [
    answerUser(hasFundPassword, async (_request, { user }) =>
      (await fundPassword.hasFundPassword({ db, clock }, user.id)) ? 'set' : 'unset',
    ),
    answerUser(setFundPassword, async (request, { user, language }) => {
      await fundPassword.replaceFundPassword({ db, clock }, user.id, request);
      events.publish({ type: 'events-written' });
      return noticeOf(language, 'FUND_PASSWORD_SET');
    }),
  ];
}
