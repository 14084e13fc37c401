/** The public log: public routes and calls, and operator commands. */
import { sql } from 'drizzle-orm';
import { getLogPolicy, getLogWitnesses } from '@halyard/contract/transparency/calls';
import { answerPublic } from '../../calls/callHandler.ts';
import { BusinessError } from '../../calls/errors.ts';
import { readLogNumber } from '../../transparency/logSuccessors.ts';
import { readKeyEntries } from '../../transparency/pending.ts';
import { publishedHead } from '../../transparency/publishedHead.ts';
import { NO_WITNESSES } from '../../transparency/witnessSetting.ts';
import type { Module } from '../../module.ts';
import { rowsOf } from '../../db/database.ts';
import { createByteCache } from '../../calls/byteCache.ts';
import type { Pruner } from '../../jobs/pruneJob.ts';
import { logCheckCommand, LOG_COMMANDS } from './logCommands.ts';
import { policyOf, readWitnessStates, publicLogRoutes, toolRoutes } from './routes.ts';

const COMPLETE_FOR_MS = 60 * 60_000;

/**
 * Deletes signed checkpoints older than an hour, except the first of each minute. The database function never deletes
 * younger ones, regardless of the clock of this process.
 */
const pruneCheckpoints: Pruner = async (tx, nowMs, rowsMax) => {
  const before = new Date(nowMs - COMPLETE_FOR_MS).toISOString();
  const [row] = await rowsOf<{ count: number }>(
    tx,
    sql`select forget_checkpoints(${before}::timestamptz, ${rowsMax}) as count`,
  );
  return row?.count ?? 0;
};

export const transparency: Module = {
  commands: [logCheckCommand, ...LOG_COMMANDS],
  pruners: { log_checkpoints: pruneCheckpoints },
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
