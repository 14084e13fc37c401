import {
  getAdvancedIdentity,
  type AdvancedIdentity,
  type Identity,
  type IdentityLevel,
} from '@halyard/contract/identity/calls';
import { getUser, type User } from '@halyard/contract/user/calls';
import { toCall, type Result, type RunCall } from '../../shared/api/baseQuery.ts';

/** Both identity levels from a legacy server, which has one call for each and no rejection reasons. */
export async function legacyIdentity(runCall: RunCall): Promise<Result> {
  const [user, advanced] = await Promise.all([runCall(toCall(getUser, {})), runCall(toCall(getAdvancedIdentity, {}))]);
  if ('error' in user) return user;
  return { data: identityOf(user.data as User, 'data' in advanced ? (advanced.data as AdvancedIdentity) : undefined) };
}

function identityOf(user: User, advanced: AdvancedIdentity | undefined): Identity {
  const level = (status: IdentityLevel['status']): IdentityLevel => ({
    status,
    rejectReason: null,
    submittedAt: null,
    reviewedAt: null,
  });
  return {
    basic: level(user.reviewStatus),
    advanced: level(advanced?.status ?? 'none'),
    country: null,
    name: user.name === '' ? null : user.name,
    idNumberMasked: user.idNumberMasked === '' ? null : user.idNumberMasked,
  };
}
