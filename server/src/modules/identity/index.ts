/** The calls of identity verification. */
import { sql } from 'drizzle-orm';
import { getExposure } from '@halyard/contract/exposure/calls';
import {
  getAdvancedIdentity,
  getIdentity,
  submitAdvancedIdentity,
  submitBasicIdentity,
} from '@halyard/contract/identity/calls';
import type { UserId } from '@halyard/contract/ids';
import { getLegacyIdentity } from '@halyard/contract/legacy-clients/calls';
import { answerUser } from '../../calls/callHandler.ts';
import { noticeOf } from '../../calls/messages.ts';
import { rowsOf } from '../../db/database.ts';
import { writeUserEvent } from '../../events/userEvents.ts';
import { readExposure } from '../../exposure/unverifiedLimit.ts';
import type { Module } from '../../module.ts';
import { writeAudit, type Reviewer } from '../../operator/audit.ts';
import {
  argument,
  CommandError,
  readId,
  readReason,
  REASON_OPTION,
  REVIEW_BY_TWO,
  type CommandInput,
  type OperatorCommand,
  type OperatorDeps,
} from '../../operator/command.ts';
import { forgetPictures, readAdvancedIdentity, readIdentity, type Level } from './identityRepository.ts';
import { IDENTITY_REVIEWS } from './identityReviews.ts';
import { submitAdvanced, submitBasic } from './submitIdentity.ts';

/**
 * `operator identity end`: revokes a verification, for example one that used a stolen ID number. The number's owner can
 * then be verified. Needs two operators.
 */
export const END_VERIFICATION: OperatorCommand = {
  group: 'identity',
  name: 'end',
  rule: REVIEW_BY_TWO,
  args: ['user'],
  options: [{ ...REASON_OPTION, summary: 'why; required, and shown to the user' }],
  summary: 'take back the verification of a user, both levels; the ID number is free again',
  // The command names a user by a number alone.
  shownBy: async ({ db }, input) => {
    const [check] = await rowsOf<{ id: number }>(
      db,
      sql`select id from identity_checks where user_id = ${readId(argument(input, 0))} and status = 'verified'
        order by level = 'basic' desc, id desc limit 1`,
    );
    return check && ['identity', 'show', `${check.id}`];
  },
  run: endVerification,
};

async function endVerification({ db, clock }: OperatorDeps, operator: Reviewer, input: CommandInput) {
  const userId = readId(argument(input, 0)) as UserId;
  const reason = readReason(input);
  const at = new Date(clock.nowMs()).toISOString();
  const ended = await db.transaction(async (tx) => {
    const checks = await rowsOf<{ id: number; level: Level }>(
      tx,
      // A new row, because a user event belongs to one row.
      sql`with ended as (
          update identity_checks set status = 'rejected', reject_reason = ${reason}, reviewed_at = ${at}
          where user_id = ${userId} and status = 'verified' returning *
        )
        insert into identity_checks (user_id, level, status, country, full_name, id_number, address,
          front_id, back_id, holding_id, reject_reason, created_at, reviewed_at)
        select user_id, level, status, country, full_name, id_number, address,
          front_id, back_id, holding_id, reject_reason, created_at, reviewed_at from ended returning id, level`,
    );
    if (checks.length === 0) throw new CommandError(`user ${userId} is not verified`);
    for (const { id, level } of checks) {
      const facts = { subject: 'identity', status: 'rejected', level, reason } as const;
      await writeUserEvent(tx, { userId, ref: id, at, facts });
      await writeAudit(tx, operator, { action: 'identity.end', subject: `identity:${id}`, reason });
    }
    return checks;
  });
  const levels = ended.map(({ level }) => level).toSorted();
  return { data: { userId, levels }, text: `The verification of user ${userId} is ended: ${levels.join(', ')}.` };
}

export const identity: Module = {
  reviews: [IDENTITY_REVIEWS],
  commands: [END_VERIFICATION],
  create: (deps) => ({
    pruners: {
      'identity-pictures': (tx, nowMs, rowsMax) =>
        forgetPictures(tx, { nowMs, rowsMax, years: deps.settings.retention.identityPictureYears }),
    },
    handlers: [
      answerUser(submitBasicIdentity, async (request, { user, language }) => {
        await submitBasic(deps, user.id, request);
        return noticeOf(language, 'IDENTITY_SUBMITTED');
      }),
      answerUser(submitAdvancedIdentity, async (request, { user, language }) => {
        await submitAdvanced(deps, user.id, request);
        return noticeOf(language, 'IDENTITY_SUBMITTED');
      }),
      answerUser(getAdvancedIdentity, (_request, { user }) => readAdvancedIdentity(deps.db, user.id)),
      answerUser(getIdentity, (_request, { user }) => readIdentity(deps.db, user.id)),
      answerUser(getExposure, (_request, { user }) =>
        readExposure(deps.db, user.id, {
          nowMs: deps.clock.nowMs(),
          setting: deps.settings.unverifiedExposureMax,
        }),
      ),
      answerUser(getLegacyIdentity, async (_request, { user }) => {
        const { basic, advanced } = await readIdentity(deps.db, user.id);
        return { basic: basic.status, advanced: advanced.status };
      }),
    ],
  }),
};
