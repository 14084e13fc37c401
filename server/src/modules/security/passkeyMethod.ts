/** Passkeys as a second factor, and as a proof. */
import { sql } from 'drizzle-orm';
import { rowsOf } from '../../db/database.ts';
import { checkPasskey, type PasskeyDeps } from './passkeyCheck.ts';
import type { StepUpMethod } from './stepUpMethods.ts';

/**
 * The method of passkeys. A session answers what `user/proof/passkey` asked it, a browser that logs in what
 * `user/passkey/options` asked it. Throws `BusinessError('PASSKEY_REFUSED')`.
 */
export function createPasskeyMethod(deps: PasskeyDeps): StepUpMethod {
  return {
    name: 'passkey',
    async isOn(reader, userId) {
      const kept = await rowsOf(reader, sql`select 1 as kept from passkeys where user_id = ${userId} limit 1`);
      return kept.length > 0;
    },
    async check(userId, input, asker) {
      await checkPasskey(deps, input, { purpose: 'sessionId' in asker ? 'proof' : 'login', asker, userId });
    },
  };
}
