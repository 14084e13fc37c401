/** The public log: what anybody reads of it, and what the operator looks into. */
import { readLogKey, type LogKey } from '../../log/logKey.ts';
import type { Module } from '../../module.ts';
import { logCheckCommand } from './checkCommand.ts';
import { pruneCheckpoints } from './pruneCheckpoints.ts';
import { publicLogRoutes } from './routes.ts';
import { toolRoutes } from './toolRoutes.ts';

export const publicLog: Module = {
  commands: [logCheckCommand],
  pruners: { log_checkpoints: pruneCheckpoints },
  create: ({ db, dataDir, settings }) => {
    let key: Promise<LogKey> | undefined;
    const readKey = () => (key ??= readLogKey(dataDir, settings.logKeyFile));
    return {
      serve: async (app) => {
        await app.register(publicLogRoutes, { db, dataDir, readKey });
        await app.register(toolRoutes);
      },
    };
  },
};
