/** The calls about the fund password. */
import { hasFundPassword, setFundPassword } from '@halyard/contract/calls/security';
import { answerUser } from '../../calls/callHandler.ts';
import { noticeOf } from '../../calls/messages.ts';
import type { Module } from '../../module.ts';
import { createCodesService } from '../user/codesService.ts';
import * as fundPassword from './fundPassword.ts';

export const security: Module = {
  create(moduleDeps) {
    const codes = createCodesService(moduleDeps);
    const deps = { ...moduleDeps, codes, holdHours: moduleDeps.settings.withdrawalHoldHours };
    return {
      handlers: [
        answerUser(hasFundPassword, async (_request, { user }) =>
          (await fundPassword.hasFundPassword(deps, user.id)) ? 'set' : 'unset',
        ),
        answerUser(setFundPassword, async (request, { user, language }) => {
          await fundPassword.replaceFundPassword(deps, user.id, request);
          deps.events.publish({ type: 'events-written' });
          return noticeOf(language, 'FUND_PASSWORD_SET');
        }),
      ],
    };
  },
};
