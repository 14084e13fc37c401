/** The user's anti-phishing code: set here, read by whatever writes to him. */
import { sql } from 'drizzle-orm';
import { isCodedError } from '@halyard/contract/user/rules';
import { maskAntiPhishingCode, normalizeAntiPhishingCode } from '@halyard/contract/security/rules';
import type { UserId } from '@halyard/contract/ids';
import type { SessionUser } from '../../calls/callHandler.ts';
import { refusal } from '../../calls/errors.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Reader } from '../../db/database.ts';
import { requireStepUp } from './proofs.ts';
import { alertUser } from '../user/userMail.ts';
import { findUserById, lockUser } from '../user/usersRepository.ts';

type CodeDeps = { readonly db: Database; readonly clock: Clock };

/** Sets or changes the code. Throws `BusinessError`: ANTI_PHISHING_FORMAT {min, max}, PROOF_REQUIRED. */
export async function saveAntiPhishingCode({ db, clock }: CodeDeps, user: SessionUser, written: string): Promise<void> {
  const code = normalizeAntiPhishingCode(written);
  if (isCodedError(code)) throw refusal(code);
  await requireStepUp(db, user);
  await db.transaction(async (tx) => {
    await lockUser(tx, user.id);
    await tx.execute(sql`update users set anti_phishing_code = ${code} where id = ${user.id}`);
    const at = new Date(clock.nowMs()).toISOString();
    await alertUser(tx, { userId: user.id, kind: 'anti_phishing_set', sessionId: user.sessionId, at });
  });
}

/** Masked; null where none is set. */
export async function readMaskedCode(reader: Reader, userId: UserId): Promise<string | null> {
  const code = (await findUserById(reader, userId))?.antiPhishingCode;
  return code == null ? null : maskAntiPhishingCode(code);
}
