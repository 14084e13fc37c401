/** Binding a bank card. */
import type { RequestOf } from '@halyard/contract/call';
import type { saveBankCard } from '@halyard/contract/calls/bank';
import type { UserId } from '@halyard/contract/calls/ids';
import type { ServerErrorCode } from '@halyard/contract/errors';
import { checkIban, checkSwift, normalizeIban, normalizeSwift } from '@halyard/contract/rules/bank';
import { BusinessError, refusal } from '../../errors.ts';
import type { ReviewDeps } from '../../operator/review.ts';
import { plainLine } from '../../plainText.ts';
import { hasFundPassword, requireFundPassword } from '../security/fundPassword.ts';
import { saveCard, type CardSnapshot } from './bankRepository.ts';

type SaveRequest = RequestOf<typeof saveBankCard>;

/**
 * Binds a card, or changes the bound one; the fund password is asked for once there is one. Withdrawals that are under way keep the card they were asked for
 * with. Throws `BusinessError` with the codes that the call documents, looked for in that order.
 */
export async function bindCard(deps: ReviewDeps, userId: UserId, request: SaveRequest): Promise<void> {
  const card = readCard(request);
  if (await hasFundPassword(deps, userId)) await requireFundPassword(deps, userId, request.fundPassword);
  await saveCard(deps.db, userId, { card, at: new Date(deps.clock.nowMs()).toISOString() });
  const record = { subject: 'security', id: 0, status: 'bank_card' } as const;
  deps.events.publish({ type: 'record-changed', userId, record });
}

function readCard(request: SaveRequest): CardSnapshot {
  const card = {
    holder: required(request.holder, 'BANK_HOLDER_REQUIRED'),
    bankName: required(request.bankName, 'BANK_NAME_REQUIRED'),
    accountNumber: required(request.accountNumber, 'BANK_ACCOUNT_REQUIRED'),
    branch: plainLine(request.branch ?? ''),
    bankAddress: required(request.bankAddress || request.olderBankAddress, 'BANK_ADDRESS_REQUIRED'),
    payeeAddress: required(request.payeeAddress, 'PAYEE_ADDRESS_REQUIRED'),
    postalCode: required(request.postalCode, 'POSTAL_CODE_REQUIRED'),
  };
  const swift = normalizeSwift(request.swift ?? '');
  const iban = plainLine(request.iban ?? '');
  const fault = checkSwift(swift) ?? (iban === '' ? undefined : checkIban(iban));
  if (fault !== undefined) throw refusal(fault);
  return { ...card, swift, iban: iban === '' ? '' : normalizeIban(iban) };
}

function required(text: string | undefined, code: ServerErrorCode): string {
  const line = plainLine(text ?? '');
  if (line === '') throw new BusinessError(code);
  return line;
}
