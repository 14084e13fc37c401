/** Costs and conditions of a withdrawal, shown before its request. */
import type { ChannelId, UserId } from '@halyard/contract/ids';
import type { WithdrawalTerms } from '@halyard/contract/withdrawals/calls';
import { type Decimal, ZERO } from '@halyard/contract/money';
import { checkCardHolder } from '@halyard/contract/bank/holderName';
import { ARRIVAL_HOURS, type WithdrawalFeeTerms, withdrawalMin } from '@halyard/contract/withdrawals/rules';
import { readBalance } from '../../ledger/balances.ts';
import { readUserLimits } from '../../limits/limitVersions.ts';
import { type ChannelRecord, requireChannel } from '../channels/channelRepository.ts';
import { findBankCard } from '../bank/bankRepository.ts';
import { findVerifiedName } from '../identity/identityRepository.ts';
import { holdsOfAll, readHolds, type WithdrawalDeps } from './withdrawalHolds.ts';
import { readWhitelist } from '../security/whitelist.ts';
import { readGates } from './withdrawalRepository.ts';

/** All present conditions of withdrawing by one channel for this user. Throws `BusinessError('CURRENCY_NOT_FOUND')`. */
export async function readWithdrawalTerms(
  deps: Pick<WithdrawalDeps, 'db' | 'clock' | 'holdHours'>,
  userId: UserId,
  channelId: ChannelId,
): Promise<WithdrawalTerms> {
  const { db, clock } = deps;
  const channel = await requireChannel(db, channelId);
  const nowMs = clock.nowMs();
  const [{ available }, gates, { limits }, name, holds, { isOn: isBookClosed }, card] = await Promise.all([
    readBalance(db, { userId, kind: 'spot', currencyId: channel.currencyId }),
    readGates(db, userId, nowMs),
    readUserLimits(db, userId, { nowMs }),
    findVerifiedName(db, userId),
    readHolds(db, deps, { userId, channel }),
    readWhitelist(db, userId, deps),
    channel.isBank ? findBankCard(db, userId) : undefined,
  ]);
  return {
    channelId: channel.id,
    name: channel.name,
    feePercent: channel.feePercent,
    min: withdrawalMin(feeTermsOf(channel)),
    available,
    // The account of legacy clients for fiat money, which this exchange does not have.
    legalAvailable: ZERO,
    settlement: channel.settlement,
    isBank: channel.isBank,
    places: channel.places,
    feeMin: channel.feeMin,
    chains: channel.chains.map(({ chain }) => chain),
    dailyLimit: limits.withdrawalsPerDay,
    leftToday: Math.max(limits.withdrawalsPerDay - gates.requestsToday, 0),
    arrivalHours: ARRIVAL_HOURS,
    blockedUntil: holdsOfAll(holds)[0]?.until ?? null,
    holds,
    isBookClosed,
    isVerified: name !== undefined,
    ...(card !== undefined &&
      name !== undefined && { isCardOfOther: checkCardHolder(card.holder, name) !== undefined }),
    hasFundPassword: gates.hasFundPassword,
  };
}

/** The fee and the published minimum of a channel. */
export function feeTermsOf({
  feePercent,
  feeMin,
  places,
  withdrawalMin: min,
}: ChannelRecord): WithdrawalFeeTerms & { readonly min: Decimal } {
  return { feePercent, feeMin, places, min };
}
