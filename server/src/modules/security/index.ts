/** The calls about the fund password. */
import { hasFundPassword, setFundPassword } from '@halyard/contract/calls/security';
import { answerUser } from '../../calls/callHandler.ts';
import { noticeOf } from '../../calls/messages.ts';
import type { Module } from '../../module.ts';
import * as fundPassword from './fundPassword.ts';

export const security: Module = {
  create: ({ db, clock, events }) => ({
    handlers: [
      answerUser(hasFundPassword, async (_request, { user }) =>
        (await fundPassword.hasFundPassword({ db, clock }, user.id)) ? 'set' : 'unset',
      ),
      answerUser(setFundPassword, async (request, { user, language }) => {
        await fundPassword.replaceFundPassword({ db, clock }, user.id, request);
        events.publish({ type: 'events-written' });
        return noticeOf(language, 'FUND_PASSWORD_SET');
      }),
    ],
  }),
};
