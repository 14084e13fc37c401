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
import { answerUser } from '../../calls/callHandler.ts';
import { pageOf } from '../../calls/paging.ts';
import type { Module } from '../../module.ts';
import { readTermTexts } from '../../terms/ruleTexts.ts';
import { dayOf } from './days.ts';
import { createDaysJob, createPayJob } from './jobs.ts';
import { ENTRIES } from './entryLabels.ts';
import { readRanking, writeRanked } from './ranking.ts';
import { countFriends, readFriends, readInvitation, readPoster } from './readInvitation.ts';
import { countRebates, readFrom, readRebates, readRebatesCsv } from './readRebates.ts';
import { REBATE_COMMANDS } from './rebateCommands.ts';
import { hidesIncentives } from './regions.ts';
import { SHARE_TEXTS } from './shareTexts.ts';
import { rebateTerms, rebateVersions, versionOfDay } from './versions.ts';

export const referral: Module = {
  entries: ENTRIES,
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
          const version = await versionOfDay(db, dayOf(clock.nowMs()));
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
