/** The call sandbox/fund; it exists in the sandbox only. */
import { fundAccount } from '@halyard/contract/calls/sandbox';
import { answerUser, type CallHandler } from '../../calls/callHandler.ts';
import { fundUser, type FundDeps } from './fundService.ts';

/** The handler that gives test funds. */
export function createFundHandlers(deps: FundDeps): readonly CallHandler[] {
  return [answerUser(fundAccount, (request, { user }) => fundUser(deps, user.id, request))];
}
