/** The public log: public routes and calls, and operator commands. */
import { getLogPolicy, getLogWitnesses } from '@halyard/contract/transparency/calls';
import { answerPublic, BusinessError } from '../../calls/callHandler.ts';
import { readLogNumber } from '../../transparency/logSuccessors.ts';
import { readKeyEntries } from '../../transparency/pending.ts';
import { publishedHead } from '../../transparency/publishedHead.ts';
import { NO_WITNESSES } from '../../transparency/witnessSetting.ts';
import type { Module } from '../../module.ts';
import { createByteCache } from '../../calls/byteCache.ts';
import { logCheckCommand, LOG_COMMANDS } from './logCommands.ts';
import { policyOf, readWitnessStates, publicLogRoutes, toolRoutes } from './routes.ts';

export const transparency: Module = {
  commands: [logCheckCommand, ...LOG_COMMANDS],
  create: ({ db, clock, dataDir, settings }) => {
    const published = publishedHead(dataDir);
    const setting = settings.logWitnesses ?? NO_WITNESSES;
    /** The number of the published log; undefined before the first entry. */
    const readNumber = async () => {
      const head = await published.read();
      return head === undefined ? undefined : readLogNumber(db, head.origin);
    };
    return {
      handlers: [
        answerPublic(getLogPolicy, async () => {
          const log = await readNumber();
          if (log === undefined) throw new BusinessError('LOG_NOT_BEGUN');
          return { policy: await policyOf(db, log, setting), keyEntries: [...(await readKeyEntries(db, log))], log };
        }),
        answerPublic(getLogWitnesses, async () => ({
          witnesses: [...(await readWitnessStates(db, (await readNumber()) ?? 0, setting))],
          quorum: setting.quorum,
          isRequired: settings.isWitnessRequired === true,
        })),
      ],
      serve: async (app) => {
        await app.register(publicLogRoutes, { db, published, setting, cache: createByteCache(clock) });
        await app.register(toolRoutes);
      },
    };
  },
};
