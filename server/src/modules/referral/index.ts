/** Referral: invitations, and rebates of fees by days. */
import {
  getInvitation,
  getPoster,
  getRanking,
  getShare,
  listFriends,
  listRebates,
  REBATES_CSV_PATH,
  setRanked,
} from '@halyard/contract/referral/calls';
import type { Language } from '@halyard/contract/languages';
import { dateOf } from '@halyard/contract/time';
import { answerUser } from '../../calls/callHandler.ts';
import { pageOf } from '../../calls/paging.ts';
import type { Module, EntryLabels } from '../../module.ts';
import { readTermTexts } from '../../terms/ruleTexts.ts';
import { userTable } from '../../userTable.ts';
import { createDaysJob, createPayJob } from './jobs.ts';
import { readRanking, writeRanked, countFriends, readFriends, readInvitation, readPoster } from './readInvitation.ts';
import { countRebates, readFrom, readRebates, readRebatesCsv } from './readRebates.ts';
import { REBATE_COMMANDS } from './rebateCommands.ts';
import { publishFirstTerms, hidesIncentives, rebateTerms, rebateVersions, versionOfDay } from './versions.ts';

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
  userTables: [
    userTable('rebate_partners', 'numbers'),
    userTable('rebate_payments', 'numbers'),
    userTable('rebate_ranks', 'erase'),
    userTable('rebates', 'numbers', ['payer_id', 'beneficiary_id'], ['beneficiary_id']),
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
