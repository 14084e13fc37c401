/** Fees and limits: published ones, a user's own, the job that sums volumes, and commands (ADR 44). */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import { getOwnLimits, type OwnLimits } from '@halyard/contract/limits/calls';
import { getPublishedLimits, type PublishedLimits } from '@halyard/contract/limits/publishedCalls';
import { limitTerms } from '@halyard/contract/limits/rules';
import { withdrawalMin } from '@halyard/contract/withdrawals/rules';
import { DAY_MS } from '@halyard/contract/time';
import { answerPublic, answerUser } from '../../calls/callHandler.ts';
import { productsOffFor } from '../../countries/countryRules.ts';
import { rowsOf, type Reader } from '../../db/database.ts';
import { readExposure } from '../../exposure/unverifiedLimit.ts';
import {
  limitVersions,
  publishFirstTerms,
  readTerms,
  readUserLimits,
  withinSetting,
} from '../../limits/limitVersions.ts';
import { listMarketRecords } from '../../market/marketRecord.ts';
import type { Module, ModuleDeps } from '../../module.ts';
import { readTermTexts } from '../../terms/ruleTexts.ts';
import { termsOf } from '../../terms/versions.ts';
import { LIMIT_COMMANDS } from './limitCommands.ts';
import { createVolumeJob, readLastDay } from './volumes.ts';

export const limits: Module = {
  readRules: (reader) => readTermTexts(reader, 'limit-terms', { versions: limitVersions, codec: limitTerms }),
  publishFirstTerms,
  commands: LIMIT_COMMANDS,
  create: (deps) => ({
    handlers: [
      answerPublic(getPublishedLimits, () => readPublished(deps)),
      answerUser(getOwnLimits, (_request, { user }) => readOwn(deps, user.id)),
    ],
    jobs: [createVolumeJob(deps)],
  }),
};

async function readPublished({ db, clock, catalogue, settings }: ModuleDeps): Promise<PublishedLimits> {
  const nowMs = clock.nowMs();
  const [terms, version, next, markets, channels, countries] = await Promise.all([
    readTerms(db, nowMs, settings.unverifiedExposureMax),
    limitVersions.versionAt(db, nowMs),
    limitVersions.nextVersion(db, nowMs),
    listMarketRecords(db),
    catalogue.channels(),
    catalogue.countryRules(),
  ]);
  return {
    ...terms,
    countries: [...countries],
    version: version?.version ?? null,
    effectiveAt: version?.effectiveAt ?? null,
    next:
      next === undefined
        ? null
        : { ...withinSetting(termsOf(next), settings.unverifiedExposureMax), effectiveAt: next.effectiveAt },
    markets: markets
      .filter(({ isDisplayed }) => isDisplayed)
      .map(({ id, symbol, makerFeeRate, takerFeeRate }) => ({ id, symbol, makerFeeRate, takerFeeRate })),
    withdrawals: channels.map(({ id, name, settlement, feePercent, feeMin, places, withdrawalMin: min }) => ({
      channelId: id,
      name,
      settlement,
      feePercent,
      feeMin,
      min: withdrawalMin({ feePercent, feeMin, places, min }),
    })),
  };
}

async function readOwn({ db, clock, settings, catalogue }: ModuleDeps, userId: UserId): Promise<OwnLimits> {
  const nowMs = clock.nowMs();
  const setting = settings.unverifiedExposureMax;
  const [own, exposure, used, volumeUntil, productsOff] = await Promise.all([
    readUserLimits(db, userId, { nowMs, unverifiedExposure: setting }),
    readExposure(db, userId, { nowMs, setting }),
    readUse(db, userId, nowMs),
    readLastDay(db),
    productsOffFor({ db, catalogue }, userId),
  ]);
  const { level, limits: ofUser, group, groupNumber, volume } = own;
  return {
    level,
    limits: ofUser,
    group: groupNumber,
    maker: group.maker,
    taker: group.taker,
    volume,
    volumeUntil,
    withdrawalsLeft: Math.max(ofUser.withdrawalsPerDay - used.withdrawals, 0),
    exposureLeft: exposure.left,
    openOrders: used.orders,
    productsOff: [...productsOff],
  };
}

async function readUse(reader: Reader, userId: UserId, nowMs: number) {
  const day = new Date(nowMs - (nowMs % DAY_MS)).toISOString();
  const [row] = await rowsOf<{ withdrawals: number; orders: number }>(
    reader,
    sql`select
        (select count(*)::int from withdrawals w where w.user_id = ${userId}
          and w.created_at >= ${day}::timestamptz and w.created_at < ${day}::timestamptz + interval '24 hours') as withdrawals,
        coalesce((select max(n)::int from (select count(*) as n from spot_orders o
          where o.user_id = ${userId} and o.status = 'waiting' group by o.market_id) counted), 0) as orders`,
  );
  return row ?? { withdrawals: 0, orders: 0 };
}
