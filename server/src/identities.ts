/** Check for features that require a verified identity, used by modules that know nothing else of verification. */
import type { UserId } from '@halyard/contract/ids';
import { BusinessError } from './calls/callHandler.ts';
import type { Reader } from './db/database.ts';
import { readNewestChecks } from './modules/identity/identityRepository.ts';

/**
 * Throws `BusinessError`: NO_IDENTITY when the user never submitted anything, REAL_NAME_REQUIRED when they are not
 * verified at the basic level.
 */
export async function requireVerified(reader: Reader, userId: UserId): Promise<void> {
  const { basic } = await readNewestChecks(reader, userId);
  if (basic === undefined) throw new BusinessError('NO_IDENTITY');
  if (basic.status !== 'verified') throw new BusinessError('REAL_NAME_REQUIRED');
}
