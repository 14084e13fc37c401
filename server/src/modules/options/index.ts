/** Options: calls, files, jobs and commands. */
import { getReceipt, getLoggedReceipt, getSharedReceipt } from '@halyard/contract/transparency/calls';
import type { UserId } from '@halyard/contract/ids';
import {
  getOption,
  listOptionDays,
  listOptions,
  OPTIONS_CSV_PATH,
  optionsCsvRequest,
  type Option,
} from '@halyard/contract/options/calls';
import { answerPublic, answerUser } from '../../calls/callHandler.ts';
import { pageOf, toNumberedPage } from '../../calls/paging.ts';
import { publishedHead } from '../../transparency/publishedHead.ts';
import type { Module } from '../../module.ts';
import { decodeInput } from '../../plugins/calls.ts';
import { BANDS_COMMAND } from './bandsCommand.ts';
import { ENTRIES } from './entryLabels.ts';
import { EXPOSURE_COMMAND } from './exposureCommand.ts';
import { createOfferingHandlers } from './handlers.ts';
import { readMarketFields } from './marketFields.ts';
import { OPTION_COMMANDS } from './optionCommands.ts';
import { readOptionsCsv } from './optionsCsv.ts';
import { countOptions, selectOptionDays, selectOptions, selectOptionsById } from './optionsRepository.ts';
import { publicProduct, readRules } from './publicProduct.ts';
import { readOption } from './readOption.ts';
import { readReceipt } from './receipts.ts';
import { readLoggedReceipt } from './loggedReceipt.ts';
import { createSettleJob, WAITING } from './settleJob.ts';

declare module '../../events/events.ts' {
  interface ExchangeEvents {
    readonly 'option-changed': { readonly userId: UserId; readonly option: Option };
  }
}

export const options: Module = {
  waiting: WAITING,
  entries: ENTRIES,
  commands: [...OPTION_COMMANDS, BANDS_COMMAND, EXPOSURE_COMMAND],
  readMarketFields,
  product: publicProduct,
  readRules,
  csvFiles: [
    {
      path: OPTIONS_CSV_PATH,
      name: 'options',
      open: (db, userId, query) => readOptionsCsv(db, userId, decodeInput(optionsCsvRequest, query)),
    },
  ],
  create(deps) {
    const { db, clock, dataDir, log } = deps;
    const startedAtMs = clock.nowMs();
    const head = publishedHead(dataDir);
    const settleKind = createSettleJob({
      ...deps,
      startedAtMs,
      onError: (error, marketId) =>
        log.error({ err: error, marketId }, 'options could not be settled; the next tick tries again'),
    });
    return {
      handlers: [
        ...createOfferingHandlers({ ...deps, startedAtMs }),
        answerUser(listOptions, async (request, { user }) => {
          const page = pageOf(request);
          const nowMs = clock.nowMs();
          const [rows, total] = await Promise.all([
            selectOptions(db, user.id, request, { ...page, nowMs }),
            countOptions(db, user.id, request, nowMs),
          ]);
          return toNumberedPage(listOptions.path, page, { rows, total });
        }),
        answerUser(getOption, (request, { user }) => readOption(deps, user.id, request)),
        answerUser(listOptionDays, (request, { user }) => selectOptionDays(db, user.id, request, clock.nowMs())),
        answerUser(getReceipt, ({ id }, { user }) => readReceipt(db, id, { userId: user.id })),
        answerPublic(getSharedReceipt, ({ id, key }) => readReceipt(db, id, { key })),
        answerUser(getLoggedReceipt, async ({ id }, { user }) => ({
          file: await readLoggedReceipt(db, head, user.id, id),
        })),
      ],
      jobs: [settleKind],
      realtime: { readOptions: (userId, ids) => selectOptionsById(db, userId, ids, clock.nowMs()) },
    };
  },
};
