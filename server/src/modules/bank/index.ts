/** The calls of the bank card: user/cash_info, user/cash_save, user/cash_remove. */
import { getBankCard, removeBankCard, saveBankCard } from '@halyard/contract/bank/calls';
import {
  CARD_PARTS,
  checkCardHolder,
  checkCardPart,
  normalizeIban,
  normalizeSwift,
  type CardPart,
} from '@halyard/contract/bank/rules';
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import { answerUser, BusinessError, refusal, type SessionUser, type UserCaller } from '../../calls/callHandler.ts';
import { noticeOf } from '../../calls/messages.ts';
import { plainLine } from '../../calls/plainText.ts';
import type { Reader, Transaction } from '../../db/database.ts';
import { lockUser } from '../../db/lockUser.ts';
import { checkAndRunOnce } from '../../db/runOnce.ts';
import type { Module } from '../../module.ts';
import type { ReviewDeps } from '../../operator/review.ts';
import { findVerifiedName } from '../identity/identityRepository.ts';
import { hasFundPassword, requireFundPassword } from '../security/fundPassword.ts';
import { holdDetails } from '../security/holds.ts';
import { createStepUpMethods } from '../security/secondFactor.ts';
import { requireStepUp } from '../security/sessionStepUp.ts';
import { stepUpOrRequire, type StepUpDeps } from '../security/stepUp.ts';
import { refuseClosed } from '../security/whitelist.ts';
import { createCodesService } from '../user/codesService.ts';
import { alertUser } from '../user/userMail.ts';
import { deleteCard, findBankCard, saveCard, type CardSnapshot } from './bankRepository.ts';

export const bank: Module = {
  refusedWhenFrozen: [{ call: saveBankCard }],
  create(moduleDeps) {
    const codes = createCodesService(moduleDeps);
    const stepUpMethods = createStepUpMethods(moduleDeps);
    const deps = { ...moduleDeps, codes, stepUpMethods, holdHours: moduleDeps.settings.withdrawalHoldHours };
    return {
      handlers: [
        // The name of the bank is typed in, so the list of banks of legacy clients is empty.
        answerUser(getBankCard, async (_request, { user }) => ({
          ...((await findBankCard(deps.db, user.id)) ?? NOTHING_BOUND),
          banks: [],
        })),
        answerUser(saveBankCard, (request, caller) => bindCard(deps, caller, request)),
        answerUser(removeBankCard, (request, caller) => unbindCard(deps, caller, request)),
      ],
    };
  },
};

// Saving a bank card.

type SaveRequest = RequestOf<typeof saveBankCard>;

type BankDeps = ReviewDeps &
  StepUpDeps & {
    /** Hours that withdrawals to a new card are held. */
    readonly holdHours: number;
  };

/**
 * Saves a card, or changes the saved one, after a step-up; a fund password is required if one is set. Pending
 * withdrawals keep the card of their request. Throws `BusinessError` with the codes that the call documents, checked in
 * that order.
 */
async function bindCard(
  deps: BankDeps,
  { user, language }: Pick<UserCaller, 'user' | 'language'>,
  { fundPassword, loginPassword, code, totp, ...request }: SaveRequest,
): Promise<AnswerOf<typeof saveBankCard>> {
  const { db, clock } = deps;
  const userId = user.id;
  const once = { call: saveBankCard, userId, requestId: request.clientRequestId, request, clock };
  return checkAndRunOnce(db, once, {
    isCheckCounted: true,
    check: async () => {
      const card = readCard(request);
      await refuseOther(db, userId, card);
      await refuseClosed(db, userId, deps);
      const { spend } = await stepUpOrRequire(deps, user, { loginPassword, code, totp });
      if (await hasFundPassword(deps, userId)) await requireFundPassword(deps, user, fundPassword);
      return { card, spend };
    },
    run: async (tx, { card, spend }) => {
      await bind(tx, deps, user, card);
      await spend(tx);
      return noticeOf(language, 'BANK_CARD_SAVED');
    },
  });
}

async function bind(
  tx: Transaction,
  { clock, holdHours }: BankDeps,
  { id: userId, sessionId }: SessionUser,
  card: CardSnapshot,
): Promise<void> {
  await lockUser(tx, userId);
  await refuseClosed(tx, userId, { holdHours });
  const kind = (await findBankCard(tx, userId)) === undefined ? 'bank_card_bound' : 'bank_card_changed';
  await saveCard(tx, userId, card);
  const at = new Date(clock.nowMs()).toISOString();
  const event = { userId, kind, sessionId, details: await holdDetails(tx, holdHours), at } as const;
  await alertUser(tx, event);
}

/** Removes the card, after a step-up. Throws `BusinessError`: PROOF_REQUIRED, BANK_CARD_NOT_FOUND. */
async function unbindCard(
  { db, clock }: BankDeps,
  { user, language }: Pick<UserCaller, 'user' | 'language'>,
  request: RequestOf<typeof removeBankCard>,
): Promise<AnswerOf<typeof removeBankCard>> {
  const { id: userId, sessionId } = user;
  const once = { call: removeBankCard, userId, requestId: request.clientRequestId, request, clock };
  return checkAndRunOnce(db, once, {
    isCheckCounted: true,
    check: () => requireStepUp(db, user),
    run: async (tx) => {
      await lockUser(tx, userId);
      if (!(await deleteCard(tx, userId, request.accountNumber))) throw new BusinessError('BANK_CARD_NOT_FOUND');
      const at = new Date(clock.nowMs()).toISOString();
      await alertUser(tx, { userId, kind: 'bank_card_removed', sessionId, at });
      return noticeOf(language, 'BANK_CARD_REMOVED');
    },
  });
}

/** Unverified users cannot withdraw; the card is checked again at verification. */
async function refuseOther(reader: Reader, userId: UserId, { holder }: CardSnapshot): Promise<void> {
  const name = await findVerifiedName(reader, userId);
  const fault = name === undefined ? undefined : checkCardHolder(holder, name);
  if (fault !== undefined) throw refusal(fault);
}

function readCard(request: SaveRequest): CardSnapshot {
  const card: CardSnapshot = {
    holder: lineOf(request.holder),
    accountNumber: lineOf(request.accountNumber),
    bankName: lineOf(request.bankName),
    branch: lineOf(request.branch),
    bankAddress: lineOf(request.bankAddress || request.olderBankAddress),
    swift: normalizeSwift(lineOf(request.swift || request.bankCode)),
    iban: lineOf(request.iban),
    payeeAddress: lineOf(request.payeeAddress),
    postalCode: lineOf(request.postalCode),
  };
  for (const part of CARD_PARTS) {
    if (isLeftOut(request, part) && card[part] === '') continue;
    const fault = checkCardPart(part, card[part]);
    if (fault !== undefined) throw refusal(fault);
  }
  return { ...card, iban: normalizeIban(card.iban) };
}

/** Older legacy clients have no fields for these; the Halyard app sends all of them. */
function isLeftOut(request: Omit<SaveRequest, 'fundPassword'>, part: CardPart): boolean {
  const mayBeMissing = part === 'swift' || part === 'payeeAddress' || part === 'postalCode';
  return mayBeMissing && request.clientRequestId === undefined && request[part] === undefined;
}

const lineOf = (text = '') => plainLine(text);

/** Legacy clients compare with an empty text. */
const NOTHING_BOUND = Object.fromEntries(CARD_PARTS.map((part) => [part, '']));
