/** Request of a withdrawal: every condition, then one transaction that holds the amount. */
import { checkCardHolder } from '@halyard/contract/bank/rules';
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import type { Chain } from '@halyard/contract/deposits/calls';
import type { UserId, WithdrawalId, AddressId } from '@halyard/contract/ids';
import { compare, type Decimal } from '@halyard/contract/money';
import { HOUR_MS } from '@halyard/contract/time';
import { withdraw, type WithdrawalAddress } from '@halyard/contract/withdrawals/calls';
import { checkChainAddress, normalizeChainAddress } from '@halyard/contract/withdrawals/chainAddress';
import { ARRIVAL_HOURS, checkAmount, withdrawalMin, withdrawalReceipt } from '@halyard/contract/withdrawals/rules';
import { BusinessError, refusal, requireAmount, type SessionUser, type UserCaller } from '../../calls/callHandler.ts';
import { noticeOf } from '../../calls/messages.ts';
import { plainLine } from '../../calls/plainText.ts';
import { emit, type Transaction, type Reader } from '../../db/database.ts';
import { lockUser } from '../../db/lockUser.ts';
import { checkAndRunOnce } from '../../db/runOnce.ts';
import { postEntries } from '../../ledger/ledger.ts';
import { readUserLimits } from '../../limits/limitVersions.ts';
import { findBankCard, type CardSnapshot } from '../bank/bankRepository.ts';
import { requireChannel, type ChannelRecord } from '../channels/channelRepository.ts';
import { requireVerifiedName } from '../identity/identityRepository.ts';
import { refuseFrozen } from '../security/freeze.ts';
import { requireFundPassword } from '../security/fundPassword.ts';
import { stepUpOrRequire } from '../security/stepUp.ts';
import { alertUser } from '../user/userMail.ts';
import { refuseOwnDeposit, selectAddresses } from './addressBook.ts';
import { holdEntry } from './ledgerEntries.ts';
import { insertWithdrawal, readGates, readWithdrawal } from './withdrawalRepository.ts';
import { feeTermsOf, readHolds, refuseHeld, type WithdrawalDeps } from './withdrawalTerms.ts';

type WithdrawRequest = RequestOf<typeof withdraw>;
/** A request after its secrets were checked and removed. */
type Checked = {
  readonly user: SessionUser;
  /** As the repeated request has it: another fee may be shown before it is sent again. */
  readonly request: Omit<WithdrawRequest, 'fundPassword' | 'loginPassword' | 'code' | 'totp' | 'fee'>;
  readonly shownFee: Decimal | undefined;
};

/**
 * Requests a withdrawal. Resolves to it when the request has an id (repeated, to the first answer), else to the text
 * for legacy clients. Throws `BusinessError` with the codes that the call documents, checked in that order; nothing is
 * held then, and the request does not count towards the day.
 */
export async function requestWithdrawal(
  deps: WithdrawalDeps,
  { user, language }: Pick<UserCaller, 'user' | 'language'>,
  { fundPassword, loginPassword, code, totp, fee, ...request }: WithdrawRequest,
): Promise<AnswerOf<typeof withdraw>> {
  const { db, clock } = deps;
  const once = { call: withdraw, userId: user.id, requestId: request.clientRequestId, request, clock };
  return checkAndRunOnce(db, once, {
    isCheckCounted: true,
    check: async () => {
      await checkRequest(deps, user.id, request);
      // Outside the transaction: a wrong one stays counted when nothing else happens.
      const { spend } = await stepUpOrRequire(deps, user, { loginPassword, code, totp });
      await requireFundPassword(deps, user, fundPassword);
      return spend;
    },
    run: async (tx, spend) => {
      await spend(tx);
      const id = await write(tx, deps, { user, request, shownFee: fee });
      emit(tx, { type: 'record-changed', userId: user.id, record: { subject: 'withdrawal', id, status: 'pending' } });
      if (request.clientRequestId === undefined) return noticeOf(language, 'WITHDRAWAL_ACCEPTED');
      return readWithdrawal(tx, user.id, id);
    },
  });
}

async function checkRequest({ db }: WithdrawalDeps, userId: UserId, request: Checked['request']): Promise<void> {
  const channel = await requireChannel(db, request.channelId);
  const { bankCard } = await findTarget(db, userId, { channel, wanted: request });
  amountOf(request, channel);
  const name = await requireVerifiedName(db, userId);
  // The card may have been saved before the name was verified.
  const fault = bankCard === null ? undefined : checkCardHolder(bankCard.holder, name);
  if (fault !== undefined) throw refusal(fault);
}

function amountOf({ amount }: Checked['request'], channel: ChannelRecord): Decimal {
  const { places } = channel;
  return requireAmount(amount, checkAmount(amount, { min: withdrawalMin(feeTermsOf(channel)), places }));
}

/** The fee by the terms in force. Throws `BusinessError` FEES_CHANGED {fee} when it is higher than the shown one. */
function feeOf(amount: Decimal, channel: ChannelRecord, shown: Decimal | undefined): Decimal {
  const { fee } = withdrawalReceipt(amount, feeTermsOf(channel));
  if (shown !== undefined && compare(fee, shown) > 0) throw new BusinessError('FEES_CHANGED', { fee });
  return fee;
}

async function write(
  tx: Transaction,
  deps: WithdrawalDeps,
  { user, request, shownFee }: Checked,
): Promise<WithdrawalId> {
  const userId = user.id;
  await lockUser(tx, userId);
  await refuseFrozen(tx, userId);
  // Read again: terms, book and card may have changed while the password was checked.
  const channel = await requireChannel(tx, request.channelId);
  const amount = amountOf(request, channel);
  const fee = feeOf(amount, channel, shownFee);
  const { addressId, ...target } = await findTarget(tx, userId, { channel, wanted: request });
  refuseHeld(await readHolds(tx, deps, { userId, channel }), addressId);
  const nowMs = deps.clock.nowMs();
  const { requestsToday } = await readGates(tx, userId, nowMs);
  const { withdrawalsPerDay: max } = (await readUserLimits(tx, userId, { nowMs })).limits;
  if (requestsToday >= max) throw new BusinessError('WITHDRAWALS_PER_DAY', { max });
  const at = new Date(nowMs).toISOString();
  const id = await insertWithdrawal(tx, {
    ...target,
    userId,
    sessionId: user.sessionId,
    channelId: channel.id,
    amount,
    fee,
    remark: plainLine(request.remark ?? ''),
    at,
    deadlineAt: new Date(nowMs + ARRIVAL_HOURS * HOUR_MS).toISOString(),
    clientRequestId: request.clientRequestId,
  });
  await postEntries(tx, [holdEntry({ id, userId, currencyId: channel.currencyId, amount, fee })]);
  await deps.askReview?.(tx, 'withdrawal', id);
  const details = { amount, currency: channel.settlement, target: shortTargetOf(target) };
  await alertUser(tx, { userId, kind: 'withdrawal_requested', sessionId: user.sessionId, details, at });
  return id;
}

// Target of a withdrawal: an address of the user's book, or the user's bank card.

/** The address, or the card as it is now. */
type WithdrawalTarget =
  | { readonly addressId: AddressId; readonly chain: Chain; readonly address: string; readonly bankCard: null }
  | { readonly addressId: null; readonly chain: null; readonly address: null; readonly bankCard: CardSnapshot };

type Wanted = Pick<RequestOf<typeof withdraw>, 'address' | 'addressId' | 'chain'>;

/**
 * Finds the target of a request: an entry of the book by its id or, for legacy clients, by its address. Throws
 * `BusinessError`: WITHDRAW_ADDRESS_REQUIRED when none is given, ADDRESS_NOT_FOUND when it is not in the user's book
 * (any more), ADDRESS_* when it is invalid for its chain, BANK_CARD_REQUIRED.
 */
async function findTarget(
  reader: Reader,
  userId: UserId,
  { channel, wanted }: { readonly channel: ChannelRecord; readonly wanted: Wanted },
): Promise<WithdrawalTarget> {
  if (channel.isBank) {
    const bankCard = await findBankCard(reader, userId);
    if (bankCard === undefined) throw new BusinessError('BANK_CARD_REQUIRED');
    return { addressId: null, chain: null, address: null, bankCard };
  }
  const { id: addressId, chain, address } = await findEntry(reader, userId, { channel, wanted });
  // An entry may be older than the rule.
  const fault = checkChainAddress(chain, address, channel.name);
  if (fault !== undefined) throw refusal(fault);
  await refuseOwnDeposit(reader, userId, address);
  return { addressId, chain, address, bankCard: null };
}

/** As mails show it: recognisable, but shortened. */
function shortTargetOf({ address, bankCard }: Pick<WithdrawalTarget, 'address' | 'bankCard'>): string {
  if (bankCard !== null) return `•••• ${bankCard.accountNumber.replaceAll(/\s/g, '').slice(-4)}`;
  return address === null || address.length <= 12 ? '…' : `${address.slice(0, 6)}…${address.slice(-4)}`;
}

async function findEntry(
  reader: Reader,
  userId: UserId,
  { channel, wanted }: { readonly channel: ChannelRecord; readonly wanted: Wanted },
): Promise<WithdrawalAddress> {
  const { addressId: id, chain } = wanted;
  const written = wanted.address?.trim() ?? '';
  if (id === undefined && written === '') throw new BusinessError('WITHDRAW_ADDRESS_REQUIRED');
  const entries = await selectAddresses(reader, userId, { channelId: channel.id, id, chain });
  const [entry] = entries.filter((known) => written === '' || isWritten(known, written, channel.name));
  if (entry === undefined) throw new BusinessError('ADDRESS_NOT_FOUND');
  return entry;
}

function isWritten({ chain, address }: WithdrawalAddress, written: string, coin: string): boolean {
  if (written === address) return true;
  return checkChainAddress(chain, written, coin) === undefined && normalizeChainAddress(chain, written) === address;
}
