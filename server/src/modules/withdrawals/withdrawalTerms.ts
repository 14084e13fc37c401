/** Costs and conditions of a withdrawal, shown before its request. */
import { sql } from 'drizzle-orm';
import { checkCardHolder } from '@halyard/contract/bank/rules';
import type { AddressId, ChannelId, UserId } from '@halyard/contract/ids';
import { ZERO, type Decimal } from '@halyard/contract/money';
import type { WithdrawalHold, WithdrawalTerms } from '@halyard/contract/withdrawals/calls';
import { ARRIVAL_HOURS, withdrawalMin, type WithdrawalFeeTerms } from '@halyard/contract/withdrawals/rules';
import { BusinessError } from '../../calls/callHandler.ts';
import { isoText, rowsOf, type Reader } from '../../db/database.ts';
import { readBalance } from '../../ledger/ledger.ts';
import { readUserLimits } from '../../limits/limitVersions.ts';
import type { AskReview, ReviewDeps } from '../../operator/review.ts';
import { findBankCard } from '../bank/bankRepository.ts';
import { requireChannel, type ChannelRecord } from '../channels/channelRepository.ts';
import { findVerifiedName } from '../identity/identityRepository.ts';
import type { StepUpDeps } from '../security/stepUp.ts';
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

// Withdrawal holds after changes, so that a thief with a session, or a password with it, cannot use new targets or
// passwords before the owner notices.

type HoldRow = Omit<WithdrawalHold, 'addressId'> & { readonly addressId: AddressId | null };

const CODES = {
  password: 'WITHDRAWALS_BLOCKED',
  fund_password: 'WITHDRAWALS_HELD_FUND_PASSWORD',
  address: 'WITHDRAWALS_HELD_ADDRESS',
  bank_card: 'WITHDRAWALS_HELD_BANK_CARD',
  factor: 'WITHDRAWALS_HELD_FACTOR',
} as const;

/**
 * All holds of withdrawals by a channel, the longest first, by the database's clock alone: from the stored times of the
 * changes. The end of the hold after a change of the login password was stored with it, by the same clock.
 */
export async function readHolds(
  reader: Reader,
  { holdHours }: Pick<WithdrawalDeps, 'holdHours'>,
  { userId, channel }: { readonly userId: UserId; readonly channel: ChannelRecord },
): Promise<WithdrawalHold[]> {
  const since = sql`${holdHours}::int * interval '1 hour'`;
  const rows = await rowsOf<HoldRow>(
    reader,
    sql`select cause, "addressId", ${isoText(sql`until`)} as until from (
        select 'password' as cause, null::int as "addressId", withdrawals_blocked_until as until
          from users where id = ${userId}
        union all select 'fund_password', null, fund_password_at + ${since} from users where id = ${userId}
        union all select 'factor', null, factors_changed_at + ${since} from users where id = ${userId}
        union all select 'bank_card', null, updated_at + ${since} from bank_cards
          where user_id = ${userId} and ${channel.isBank}::boolean
        union all select 'address', id, created_at + ${since} from withdrawal_addresses
          where user_id = ${userId} and channel_id = ${channel.id} and deleted_at is null
      ) as hold where until > clock_timestamp() order by until desc`,
  );
  return rows.map(({ addressId, ...hold }) => ({ ...hold, ...(addressId !== null && { addressId }) }));
}

/** Holds that do not depend on the target. */
function holdsOfAll(holds: readonly WithdrawalHold[]): readonly WithdrawalHold[] {
  return holds.filter(({ addressId }) => addressId === undefined);
}

/** Throws `BusinessError` WITHDRAWALS_BLOCKED or WITHDRAWALS_HELD_* {until} when a withdrawal to a target is held. */
export function refuseHeld(holds: readonly WithdrawalHold[], target: AddressId | null): void {
  const hold = holds.find(({ addressId }) => addressId === undefined || addressId === target);
  if (hold !== undefined) throw new BusinessError(CODES[hold.cause], { until: readable(hold.until) });
}

/** In UTC, as the message shows it. */
function readable(instant: string): string {
  return instant.slice(0, 19).replace('T', ' ');
}

export type WithdrawalDeps = ReviewDeps &
  StepUpDeps & {
    /** Hours that withdrawals are held after a change. */
    readonly holdHours: number;
    /** Without it new withdrawals wait for an operator. */
    readonly askReview?: AskReview | undefined;
  };
