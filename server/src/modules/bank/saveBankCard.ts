/** Binding a bank card. */
import type { RequestOf } from '@halyard/contract/call';
import type { saveBankCard } from '@halyard/contract/calls/bank';
import type { UserId } from '@halyard/contract/calls/ids';
import { normalizeIban, normalizeSwift } from '@halyard/contract/rules/bank';
import { CARD_PARTS, checkCardPart } from '@halyard/contract/rules/bankCard';
import { refusal } from '../../errors.ts';
import type { ReviewDeps } from '../../operator/review.ts';
import { plainLine } from '../../plainText.ts';
import { writeSecurityEvent } from '../messages/securityEvents.ts';
import { hasFundPassword, requireFundPassword } from '../security/fundPassword.ts';
import { findBankCard, saveCard, type CardSnapshot } from './bankRepository.ts';

type SaveRequest = RequestOf<typeof saveBankCard>;

/**
 * Binds a card, or changes the bound one; the fund password is asked for once there is one. Withdrawals that are under way keep the card they were asked for
 * with. Throws `BusinessError` with the codes that the call documents, looked for in that order.
 */
export async function bindCard(deps: ReviewDeps, userId: UserId, request: SaveRequest): Promise<void> {
  const card = readCard(request);
  if (await hasFundPassword(deps, userId)) await requireFundPassword(deps, userId, request.fundPassword);
  const at = new Date(deps.clock.nowMs()).toISOString();
  await deps.db.transaction(async (tx) => {
    const kind = (await findBankCard(tx, userId)) === undefined ? 'bank_card_bound' : 'bank_card_changed';
    await saveCard(tx, userId, { card, at });
    await writeSecurityEvent(tx, { userId, kind, at });
  });
  const record = { subject: 'security', id: 0, status: 'bank_card' } as const;
  deps.events.publish({ type: 'record-changed', userId, record });
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
