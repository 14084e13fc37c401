/** State of a user's verification, as calls answer it. */
import type { AdvancedIdentity, Identity, IdentityLevel } from '@halyard/contract/identity/calls';
import type { UserId } from '@halyard/contract/ids';
import type { User } from '@halyard/contract/user/calls';
import { maskIdNumber } from '@halyard/contract/identity/rules';
import type { Reader } from '../../db/database.ts';
import { readNewestChecks, type IdentityCheck } from './identityRepository.ts';

/** Numbers of the advanced level for legacy clients: none, under review, verified. */
const ADVANCED_STATUS = { none: 0, rejected: 0, pending: 1, verified: 2 } as const;

/** Both levels, and the last submission. */
export async function readIdentity(reader: Reader, userId: UserId): Promise<Identity> {
  const { basic, advanced } = await readNewestChecks(reader, userId);
  return {
    basic: levelOf(basic),
    advanced: levelOf(advanced),
    country: basic?.country ?? null,
    name: basic?.fullName ?? null,
    idNumberMasked: basic?.idNumber == null ? null : maskIdNumber(basic.idNumber),
  };
}

/** The advanced level alone. */
export async function readAdvancedIdentity(reader: Reader, userId: UserId): Promise<AdvancedIdentity> {
  return levelOf((await readNewestChecks(reader, userId)).advanced);
}

/** Fields of the user's own data. A rejected submission does not count as a name. */
export async function readIdentityOfUser(
  reader: Reader,
  userId: UserId,
): Promise<Pick<User, 'reviewStatus' | 'name' | 'idNumberMasked' | 'advancedStatus'>> {
  const { basic, advanced, name, idNumberMasked } = await readIdentity(reader, userId);
  const isKnown = basic.status === 'pending' || basic.status === 'verified';
  return {
    reviewStatus: basic.status,
    name: isKnown ? (name ?? '') : '',
    idNumberMasked: isKnown ? (idNumberMasked ?? '') : '',
    advancedStatus: ADVANCED_STATUS[advanced.status],
  };
}

function levelOf(check: IdentityCheck | undefined): IdentityLevel {
  return {
    status: check?.status ?? 'none',
    rejectReason: check?.rejectReason ?? null,
    submittedAt: check?.createdAt ?? null,
    reviewedAt: check?.reviewedAt ?? null,
  };
}
