/** Referral: invitations, and rebates of fees by days. */
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { UserId } from '@halyard/contract/ids';
import type { Language } from '@halyard/contract/languages';
import { decimal } from '@halyard/contract/money';
import {
  getInvitation,
  getPoster,
  getRanking,
  getShare,
  listFriends,
  listRebates,
  REBATES_CSV_COLUMNS,
  REBATES_CSV_PATH,
  setRanked,
  type Rebate,
} from '@halyard/contract/referral/calls';
import { maskAccount } from '@halyard/contract/referral/rebates';
import { dateOf } from '@halyard/contract/time';
import { answerUser, BusinessError } from '../../calls/callHandler.ts';
import { cell, openCsv } from '../../calls/csvFile.ts';
import { pageOf } from '../../calls/paging.ts';
import { isoText, rowsOf, type Database, type Reader } from '../../db/database.ts';
import type { EntryLabels, Module } from '../../module.ts';
import { readTermTexts } from '../../terms/versions.ts';
import { createDaysJob, createPayJob, readUnshared, rebateMessages } from './jobs.ts';
import { countFriends, readFriends, readInvitation, readPoster, readRanking, writeRanked } from './readInvitation.ts';
import { REBATE_COMMANDS } from './rebateCommands.ts';
import { hidesIncentives, publishFirstTerms, rebateTerms, rebateVersions, versionOfDay, type Day } from './versions.ts';

/** Rebates of a user, a row for each day, invited user and currency. */
type Wanted = {
  readonly from?: Day | undefined;
  readonly limit: number;
  readonly offset?: number;
  /** Rows below this one. */
  readonly after?: PaidRebate | undefined;
};
type PaidRebate = Rebate & { readonly paymentId: number; readonly paidAt: string };

/** Rebates by payment, newest first. */
async function readRebates(
  reader: Reader,
  userId: UserId,
  { from, limit, offset = 0, after }: Wanted,
): Promise<PaidRebate[]> {
  const rows = await rowsOf<{
    id: number;
    paymentId: number;
    day: Day;
    account: string;
    generation: number;
    currency: string;
    fees: string;
    rate: string;
    value: string;
    paidAt: string;
  }>(
    reader,
    sql`select r.id::float8 as id, p.id::float8 as "paymentId", r.day::text as day,
        coalesce(u.email, u.phone, '') as account, r.generation, c.name as currency, r.fees::text as fees,
        r.rate::text as rate, r.value::text as value, ${isoText(sql`p.paid_at`)} as "paidAt"
      from rebates r join rebate_payments p on p.id = r.payment_id join users u on u.id = r.payer_id
        join currencies c on c.id = r.currency_id
      where r.beneficiary_id = ${userId} and r.payment_id is not null and ${since(from)}
        and ${after === undefined ? sql`true` : sql`(r.payment_id, r.id) < (${after.paymentId}, ${after.id})`}
      order by r.payment_id desc, r.id desc limit ${limit} offset ${offset}`,
  );
  return rows.map(({ account, fees, rate, value, ...row }) => ({
    ...row,
    from: maskAccount(account),
    fees: decimal(fees),
    rate: decimal(rate),
    value: decimal(value),
    createdAt: `${row.paidAt.slice(0, 19)}.000Z`,
  }));
}

async function countRebates(reader: Reader, userId: UserId, from: Day | undefined): Promise<number> {
  const [row] = await rowsOf<{ total: number }>(
    reader,
    sql`select count(*)::integer as total from rebates r join rebate_payments p on p.id = r.payment_id
      where r.beneficiary_id = ${userId} and ${since(from)}`,
  );
  return row?.total ?? 0;
}

/** The lower bound of a request. Throws `BusinessError` RANGE_INVALID for an invalid date. */
function readFrom(written: string | undefined): Day | undefined {
  const text = (written ?? '').trim().slice(0, 10);
  if (text === '') return undefined;
  if (!z.safeParse(z.iso.date(), text).success) throw new BusinessError('RANGE_INVALID');
  return text;
}

/** All rebates of a user as CSV. */
async function readRebatesCsv(db: Database, userId: UserId): Promise<AsyncGenerator<string>> {
  return openCsv({
    columns: REBATES_CSV_COLUMNS,
    read: (limit, after: PaidRebate | undefined) => readRebates(db, userId, { limit, after }),
    cellsOf: (rebate) => ({
      paid_at: rebate.paidAt,
      day: rebate.day,
      from: cell(rebate.from),
      generation: String(rebate.generation),
      fees: rebate.fees,
      rate: rebate.rate,
      rebate: rebate.value,
      currency: cell(rebate.currency),
      id: String(rebate.id),
    }),
  });
}

function since(from: Day | undefined) {
  return from === undefined ? sql`true` : sql`p.paid_at >= ${from}::date at time zone 'UTC'`;
}

const ENTRIES: EntryLabels = {
  rebate_pay: {
    legacyNumber: 33,
    text: {
      en: 'Rebate of fees of invited users',
      zh: '邀请用户手续费返佣',
      hk: '邀請用戶手續費返佣',
      jp: '招待したユーザーの手数料リベート',
      kr: '초대한 사용자의 수수료 리베이트',
      esp: 'Reembolso de comisiones de invitados',
      th: 'เงินคืนค่าธรรมเนียมจากผู้ที่เชิญ',
      vnm: 'Hoàn phí từ người được mời',
    },
  },
};

type Words = { readonly title: string; readonly content: (code: string) => string };

const SHARE_TEXTS: Readonly<Record<Language, Words>> = {
  en: { title: 'Halyard', content: (code) => `Register at Halyard with my invitation code ${code}.` },
  zh: { title: 'Halyard', content: (code) => `使用我的邀请码 ${code} 注册 Halyard。` },
  hk: { title: 'Halyard', content: (code) => `使用我的邀請碼 ${code} 註冊 Halyard。` },
  jp: { title: 'Halyard', content: (code) => `招待コード ${code} で Halyard に登録できます。` },
  kr: { title: 'Halyard', content: (code) => `Halyard에 가입할 때 제 초대 코드를 입력하세요: ${code}` },
  esp: { title: 'Halyard', content: (code) => `Regístrate en Halyard con mi código de invitación ${code}.` },
  th: { title: 'Halyard', content: (code) => `สมัคร Halyard ด้วยรหัสเชิญ ${code} ของฉัน` },
  vnm: { title: 'Halyard', content: (code) => `Đăng ký Halyard bằng mã mời ${code} của tôi.` },
};

export const referral: Module = {
  publishFirstTerms,
  entries: ENTRIES,
  messages: rebateMessages,
  houseNeeds: { fees: readUnshared },
  userTables: [
    { table: 'rebate_partners', atEnd: 'keepAsBooks' },
    { table: 'rebate_payments', atEnd: 'keepAsBooks' },
    { table: 'rebate_ranks', atEnd: 'delete' },
    {
      table: 'rebates',
      atEnd: 'keepAsBooks',
      notExported: ['payer_id', 'beneficiary_id'],
      userColumn: 'beneficiary_id',
    },
  ],
  readRules: (reader) => readTermTexts(reader, 'rebate-terms', { versions: rebateVersions, codec: rebateTerms }),
  commands: REBATE_COMMANDS,
  csvFiles: [{ path: REBATES_CSV_PATH, name: 'rebates', open: (db, userId) => readRebatesCsv(db, userId) }],
  create(deps) {
    const { db, clock, settings } = deps;
    const { publicUrl } = settings;
    return {
      handlers: [
        answerUser(getPoster, (_request, { user }) => readPoster(db, user.id, publicUrl)),
        answerUser(getShare, async (_request, { user, language }) => {
          const { shareUrl, invitationCode } = await readPoster(db, user.id, publicUrl);
          const { title, content } = SHARE_TEXTS[language];
          return { title, content: content(invitationCode), shareUrl, invitationCode };
        }),
        answerUser(getInvitation, (_request, { user }) =>
          readInvitation(db, user.id, { publicUrl, nowMs: clock.nowMs() }),
        ),
        answerUser(getRanking, async (request, { user }) => {
          const from = readFrom(request.from);
          const version = await versionOfDay(db, dateOf(clock.nowMs()));
          const isHidden = version !== undefined && (await hidesIncentives(db, user.id, version));
          return isHidden ? [] : readRanking(db, user.id, { from });
        }),
        answerUser(listFriends, async (request, { user }) => {
          // Users are never banned here.
          if (request.status === 'banned') return { rows: [], total: 0 };
          const [rows, total] = await Promise.all([
            readFriends(db, user.id, pageOf(request)),
            countFriends(db, user.id),
          ]);
          return { rows, total };
        }),
        answerUser(listRebates, async (request, { user }) => {
          const from = readFrom(request.from);
          const [rows, total] = await Promise.all([
            readRebates(db, user.id, { ...pageOf(request), from }),
            countRebates(db, user.id, from),
          ]);
          return { rows, total };
        }),
        answerUser(setRanked, async ({ isRanked }, { user }) => {
          await writeRanked(db, user.id, isRanked);
          return { isRanked };
        }),
      ],
      jobs: [createDaysJob(deps), createPayJob(deps)],
    };
  },
};
