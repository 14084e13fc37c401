/** Binding a bank card. */
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import { saveBankCard } from '@halyard/contract/calls/bank';
import type { UserId } from '@halyard/contract/calls/ids';
import { normalizeIban, normalizeSwift } from '@halyard/contract/rules/bank';
import { CARD_PARTS, checkCardPart } from '@halyard/contract/rules/bankCard';
import type { UserCaller } from '../../calls/callHandler.ts';
import type { Transaction } from '../../db/database.ts';
import { checkAndRunOnce } from '../../db/runOnce.ts';
import { refusal } from '../../calls/errors.ts';
import { noticeOf } from '../../calls/messages.ts';
import type { ReviewDeps } from '../../operator/review.ts';
import { plainLine } from '../../calls/plainText.ts';
import { writeSecurityEvent } from '../../events/securityEvents.ts';
import { hasFundPassword, requireFundPassword } from '../security/fundPassword.ts';
import { findBankCard, saveCard, type CardSnapshot } from './bankRepository.ts';

type SaveRequest = RequestOf<typeof saveBankCard>;

/**
 * Binds a card, or changes the bound one; the fund password is asked for once there is one. Withdrawals that are under
 * way keep the card they were asked for with. Throws `BusinessError` with the codes that the call documents, looked for
 * in that order.
 */
export async function bindCard(
  deps: ReviewDeps,
  { user, language }: Pick<UserCaller, 'user' | 'language'>,
  { fundPassword, ...request }: SaveRequest,
): Promise<AnswerOf<typeof saveBankCard>> {
  const { db, events, clock } = deps;
  const userId = user.id;
  const once = { call: saveBankCard, userId, requestId: request.clientRequestId, request, clock };
  const answer = await checkAndRunOnce(db, once, {
    isCheckCounted: true,
    check: async () => {
      const card = readCard(request);
      if (await hasFundPassword(deps, userId)) await requireFundPassword(deps, userId, fundPassword);
      return card;
    },
    run: async (tx, card) => {
      await bind(tx, userId, { card, at: new Date(clock.nowMs()).toISOString() });
      return noticeOf(language, 'BANK_CARD_SAVED');
    },
  });
  events.publish({ type: 'events-written' });
  return answer;
}

async function bind(
  tx: Transaction,
  userId: UserId,
  { card, at }: { readonly card: CardSnapshot; readonly at: string },
): Promise<void> {
  const kind = (await findBankCard(tx, userId)) === undefined ? 'bank_card_bound' : 'bank_card_changed';
  await saveCard(tx, userId, { card, at });
  await writeSecurityEvent(tx, { userId, kind, at });
}

function readCard(request: SaveRequest): CardSnapshot {
  const card: CardSnapshot = {
    holder: lineOf(request.holder),
    accountNumber: lineOf(request.accountNumber),
    bankName: lineOf(request.bankName),
    branch: lineOf(request.branch),
    bankAddress: lineOf(request.bankAddress || request.olderBankAddress),
    swift: normalizeSwift(lineOf(request.swift)),
    iban: lineOf(request.iban),
    payeeAddress: lineOf(request.payeeAddress),
    postalCode: lineOf(request.postalCode),
  };
  for (const part of CARD_PARTS) {
    const fault = checkCardPart(part, card[part]);
    if (fault !== undefined) throw refusal(fault);
  }
  return { ...card, iban: normalizeIban(card.iban) };
}

const lineOf = (text = '') => plainLine(text);
