/** Fund password, step-up, second factors, passkeys, account freeze, breaks from trading and security events. */
import { sql } from 'drizzle-orm';
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import { breakEndMs, getTradingBreak, startTradingBreak, takesStepUp } from '@halyard/contract/limits/breakCalls';
import {
  askFundReset,
  cancelFundReset,
  getFundReset,
  hasFundPassword,
  setFundPassword,
} from '@halyard/contract/security/calls';
import {
  cancelFactorReset,
  confirmTotp,
  listFactors,
  removeTotp,
  renewRecoveryCodes,
  requestFactorReset,
  sendFactorResetCode,
  startTotp,
  type Factors,
} from '@halyard/contract/security/factorCalls';
import {
  askUnfreeze,
  freezeAccount,
  freezeByKey,
  getAccountProtection,
  listSecurityEvents,
  SECURITY_EVENTS_PAGE_MAX,
  setAntiPhishingCode,
  type SecurityEvent,
} from '@halyard/contract/security/freezeCalls';
import { maskAntiPhishingCode, normalizeAntiPhishingCode } from '@halyard/contract/security/rules';
import { getStepUp, stepUp } from '@halyard/contract/security/stepUpCalls';
import { DAY_MS } from '@halyard/contract/time';
import { isCodedError } from '@halyard/contract/user/rules';
import {
  answerPublic,
  answerUser,
  BusinessError,
  refusal,
  type CallHandler,
  type SessionUser,
} from '../../calls/callHandler.ts';
import { noticeOf } from '../../calls/messages.ts';
import type { Clock } from '../../clock.ts';
import { productsOffFor } from '../../countries/countryRules.ts';
import { rowsOf, type Database, type Reader } from '../../db/database.ts';
import { lockUser } from '../../db/lockUser.ts';
import { checkAndRunOnce } from '../../db/runOnce.ts';
import type { Message } from '../../events/messageFacts.ts';
import { isBefore, pruneRows } from '../../jobs/job.ts';
import { readBreak } from '../../limits/tradingBreak.ts';
import type { Module, ModuleDeps } from '../../module.ts';
import { readCursor, selectMessages, writeCursor, type MessageRow } from '../notifications/messageRepository.ts';
import { createCodeSender } from '../user/codeSender.ts';
import { createCodesService, type CodesService } from '../user/codesService.ts';
import { createLoginGuard, findByPassword } from '../user/loginGuard.ts';
import { createSessions } from '../user/sessions.ts';
import { alertUser } from '../user/userMail.ts';
import { findUserById } from '../user/usersRepository.ts';
import * as resets from './factorReset.ts';
import { createFactorResetJob, FACTOR_REVIEWS, readReset } from './factorReset.ts';
import { freeze, readFreeze, requestUnfreeze, UNFREEZE_REVIEWS } from './freeze.ts';
import { FREEZE_COMMANDS } from './freezeCommands.ts';
import { userOfFreezeKey } from './freezeKeys.ts';
import * as fundPassword from './fundPassword.ts';
import { askReset, cancelReset, createFundResetJob, readFundReset } from './fundPassword.ts';
import { FUND_RESET_REVIEWS } from './fundResetReviews.ts';
import { createPasskeyHandlers } from './passkeys.ts';
import { createStepUpMethods } from './secondFactor.ts';
import { requireStepUp, stepUpValidUntil } from './sessionStepUp.ts';
import { checkStepUp, ownAddressOf, stepUpMethodsOf } from './stepUp.ts';
import { countRecoveryCodes } from './recoveryCodes.ts';
import * as totp from './totp.ts';
import { readTotpSince } from './totp.ts';

export const security: Module = {
  commands: FREEZE_COMMANDS,
  reviews: [UNFREEZE_REVIEWS, FACTOR_REVIEWS, FUND_RESET_REVIEWS],
  pruners: {
    // Challenges and keys expire by the database's clock; this clock may differ, so rows stay for another day.
    passkeyChallenges: pruneRows('passkey_challenges', (nowMs) => isBefore('expires_at', nowMs - DAY_MS)),
    freezeKeys: pruneRows('freeze_keys', (nowMs) => isBefore('expires_at', nowMs - DAY_MS)),
  },
  create(moduleDeps) {
    const codes = createCodesService(moduleDeps);
    const stepUpMethods = createStepUpMethods(moduleDeps);
    const deps = { ...moduleDeps, codes, stepUpMethods, holdHours: moduleDeps.settings.withdrawalHoldHours };
    const sessions = createSessions(moduleDeps);
    const resetDeps = { ...moduleDeps, resetHours: moduleDeps.settings.fundPasswordResetHours };
    return {
      handlers: [
        answerUser(getStepUp, async (_request, { user }) => ({
          until: await stepUpValidUntil(deps.db, user),
          methods: [...(await stepUpMethodsOf(deps, user.id))],
        })),
        answerUser(stepUp, async (request, { user }) => {
          const { by, spend } = await checkStepUp(deps, user, request);
          const token = await deps.db.transaction(async (tx) => {
            await spend(tx);
            return sessions.renew(tx, user, by);
          });
          if (token === undefined) throw new BusinessError('NOT_LOGGED_IN');
          return { token };
        }),
        answerUser(hasFundPassword, async (_request, { user }) =>
          (await fundPassword.hasFundPassword(deps, user.id)) ? 'set' : 'unset',
        ),
        answerUser(setFundPassword, async (request, { user, language }) => {
          await fundPassword.replaceFundPassword(deps, user, request);
          return noticeOf(language, 'FUND_PASSWORD_SET');
        }),
        ...createFreezeHandlers(deps),
        ...createFactorHandlers(moduleDeps, codes),
        ...createPasskeyHandlers({ ...moduleDeps, publicUrl: moduleDeps.settings.publicUrl, sessions }),
        answerUser(getTradingBreak, async (_request, { user }) => ({
          ...(await readBreak(deps.db, user.id, deps.clock.nowMs())),
          isFrozen: user.isFrozen === true,
          productsOff: [...(await productsOffFor(deps, user.id))],
        })),
        answerUser(startTradingBreak, (request, { user }) => startBreak(deps, user, request)),
        answerUser(getFundReset, (_request, { user }) => readFundReset(resetDeps, user.id)),
        answerUser(askFundReset, (request, { user }) => askReset(resetDeps, user, request)),
        answerUser(cancelFundReset, (_request, { user }) => cancelReset(resetDeps, user.id)),
      ],
      jobs: [createFactorResetJob(moduleDeps), createFundResetJob(resetDeps)],
    };
  },
};

const EVENTS_DEFAULT = 20;

/** Handlers of the account's freeze, its anti-phishing code and its security events. */
function createFreezeHandlers(deps: ModuleDeps & { readonly holdHours: number }): readonly CallHandler[] {
  const { db, clock, isSandbox, writeMessage } = deps;
  return [
    answerUser(getAccountProtection, async (_request, { user }) => ({
      ...(await readFreeze(db, user.id)),
      antiPhishingCode: await readMaskedCode(db, user.id),
    })),
    answerPublic(freezeByKey, async ({ key }, { language }) => {
      const userId = await userOfFreezeKey(db, key);
      if (userId === undefined) throw new BusinessError('FREEZE_KEY_INVALID');
      await freeze(deps, userId);
      return noticeOf(language, 'FROZEN');
    }),
    answerUser(freezeAccount, async (_request, { user, language }) => {
      await freeze(deps, user.id, user.sessionId);
      return noticeOf(language, 'FROZEN');
    }),
    answerUser(askUnfreeze, async (_request, { user, language }) => {
      await requestUnfreeze(deps, user);
      return noticeOf(language, 'UNFREEZE_ASKED');
    }),
    answerUser(setAntiPhishingCode, async ({ code }, { user, language }) => {
      await saveAntiPhishingCode(deps, user, code);
      return noticeOf(language, 'ANTI_PHISHING_SET');
    }),
    answerUser(listSecurityEvents, async ({ before, limit = EVENTS_DEFAULT }, { user, language }) => {
      const size = Math.min(Math.max(limit, 1), SECURITY_EVENTS_PAGE_MAX);
      const place = before === undefined ? undefined : readCursor(before);
      // One row more than the page shows whether another page follows.
      const rows = await selectMessages(db, user.id, { category: 'security', before: place, limit: size + 1 });
      const page = rows.slice(0, size);
      const last = page.at(-1);
      const next = rows.length > size && last !== undefined ? writeCursor(last) : null;
      const reader = { language, isSandbox, nowMs: clock.nowMs() };
      return {
        events: page.map((row) => toEvent(row, writeMessage(reader, row.facts, row.ref))),
        next,
      };
    }),
  ];
}

function toEvent({ messageId, facts, at }: MessageRow, { title, text }: Message): SecurityEvent {
  const happened = facts.subject === 'security' ? facts : undefined;
  return {
    id: messageId,
    kind: happened?.kind,
    title,
    text,
    at,
    device: happened?.details['fromDevice'] ?? null,
    country: happened?.details['fromCountry'] ?? null,
  };
}

// The anti-phishing code, which every mail to the user contains.

type CodeDeps = { readonly db: Database; readonly clock: Clock };

/** Sets or changes the code. Throws `BusinessError`: ANTI_PHISHING_FORMAT {min, max}, PROOF_REQUIRED. */
async function saveAntiPhishingCode({ db, clock }: CodeDeps, user: SessionUser, input: string): Promise<void> {
  const code = normalizeAntiPhishingCode(input);
  if (isCodedError(code)) throw refusal(code);
  await requireStepUp(db, user);
  await db.transaction(async (tx) => {
    await lockUser(tx, user.id);
    await tx.execute(sql`update users set anti_phishing_code = ${code} where id = ${user.id}`);
    const at = new Date(clock.nowMs()).toISOString();
    await alertUser(tx, { userId: user.id, kind: 'anti_phishing_set', sessionId: user.sessionId, at });
  });
}

/** The masked code; null when none is set. */
async function readMaskedCode(reader: Reader, userId: UserId): Promise<string | null> {
  const code = (await findUserById(reader, userId))?.antiPhishingCode;
  return code == null ? null : maskAntiPhishingCode(code);
}

// Breaks from trading products.

/** Begins a break or lengthens it. Throws `BusinessError` with the codes that the call documents. */
async function startBreak(
  { db, clock, cancelsOnBreak }: Pick<ModuleDeps, 'db' | 'clock' | 'cancelsOnBreak'>,
  user: SessionUser,
  request: RequestOf<typeof startTradingBreak>,
): Promise<AnswerOf<typeof startTradingBreak>> {
  const { id: userId, sessionId } = user;
  const once = { call: startTradingBreak, userId, requestId: request.clientRequestId, request, clock };
  return checkAndRunOnce(db, once, {
    check: async () => {
      if (takesStepUp(request.days)) await requireStepUp(db, user);
      for (const { prepare } of cancelsOnBreak) await prepare(db, userId);
    },
    run: async (tx) => {
      const nowMs = clock.nowMs();
      // Products lock before the user, as in their purchases.
      for (const { cancel } of cancelsOnBreak) await cancel(tx, userId, nowMs);
      const until = new Date(breakEndMs(nowMs, request.days)).toISOString();
      const lengthened = await rowsOf(
        tx,
        sql`update users set break_until = ${until}::timestamptz
          where id = ${userId} and coalesce(break_until < ${until}::timestamptz, true) returning id`,
      );
      if (lengthened.length > 0) {
        const details = { end: until.slice(0, 16).replace('T', ' ') };
        await alertUser(tx, { userId, kind: 'break_started', sessionId, details, at: new Date(nowMs).toISOString() });
      }
      return readBreak(tx, userId, nowMs);
    },
  });
}

// The calls about second factors.

/** Handlers of the calls under user/factors. */
function createFactorHandlers(moduleDeps: ModuleDeps, codes: CodesService): readonly CallHandler[] {
  const { db, settings } = moduleDeps;
  const deps = { ...moduleDeps, codes, loginGuard: createLoginGuard(moduleDeps), waitHours: settings.factorResetHours };
  const sender = createCodeSender(deps);

  return [
    answerUser(listFactors, (_request, { user }) => readFactors(db, user.id)),
    answerUser(startTotp, async (_request, { user }) => {
      await requireStepUp(db, user);
      return totp.startTotp(deps, user.id);
    }),
    answerUser(confirmTotp, async ({ code }, { user }) => {
      await requireStepUp(db, user);
      return await totp.confirmTotp(deps, user, code);
    }),
    answerUser(removeTotp, async (_request, { user }) => {
      await requireStepUp(db, user);
      return await totp.removeTotp(deps, user);
    }),
    answerUser(renewRecoveryCodes, async (_request, { user }) => {
      await requireStepUp(db, user);
      return await totp.renewRecoveryCodes(deps, user);
    }),
    answerPublic(sendFactorResetCode, async (request, caller) => {
      const { id } = await findByPassword(deps, request, caller);
      await resets.requireFactor(db, id);
      await sender.sendOwn({ at: await ownAddressOf(db, id), asker: caller, language: caller.language });
      return noticeOf(caller.language, 'CODE_SENT');
    }),
    answerPublic(requestFactorReset, async ({ code, ...login }, caller) => {
      const { id } = await findByPassword(deps, login, caller);
      await resets.requestReset(deps, id, { code, caller });
      return noticeOf(caller.language, 'FACTOR_RESET_REQUESTED');
    }),
    answerUser(cancelFactorReset, async (_request, { user, language }) => {
      await resets.cancelReset(deps, user.id);
      return noticeOf(language, 'FACTOR_RESET_CANCELLED');
    }),
  ];
}

async function readFactors(db: Database, userId: UserId): Promise<Factors> {
  const addedAt = await readTotpSince(db, userId);
  return {
    factors: addedAt === null ? [] : [{ kind: 'totp', addedAt }],
    recoveryCodesLeft: await countRecoveryCodes(db, userId),
    reset: await readReset(db, userId),
  };
}
