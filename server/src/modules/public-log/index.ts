/** The public log: what anybody reads of it, and what the operator looks into. */
import { getLogPolicy } from '@halyard/contract/calls/fairness';
import { formatPolicy } from '@halyard/contract/log/policy';
import { answerPublic } from '../../calls/callHandler.ts';
import { BusinessError } from '../../calls/errors.ts';
import { readLogKey, type LogKey } from '../../log/logKey.ts';
import { publishedHead } from '../../log/publishedHead.ts';
import type { Module } from '../../module.ts';
import { logCheckCommand } from './checkCommand.ts';
import { pruneCheckpoints } from './pruneCheckpoints.ts';
import { publicLogRoutes } from './routes.ts';
import { toolRoutes } from './toolRoutes.ts';

export const publicLog: Module = {
  commands: [logCheckCommand],
  pruners: { log_checkpoints: pruneCheckpoints },
  create: ({ db, dataDir, settings }) => {
    const published = publishedHead(dataDir);
    let logKey: Promise<LogKey> | undefined;
    /** Undefined before the first entry. */
    const readPolicy = async () => {
      const head = await published.read();
      if (head === undefined) return undefined;
      const { key } = (await (logKey ??= readLogKey(dataDir, settings.logKeyFile))).signer(head.origin);
      return formatPolicy({ logs: [{ key }], witnesses: [], groups: [], quorum: 'none' });
    };
    return {
      handlers: [
        answerPublic(getLogPolicy, async () => {
          const policy = await readPolicy();
          if (policy === undefined) throw new BusinessError('LOG_NOT_BEGUN');
          return { policy };
        }),
      ],
      serve: async (app) => {
        await app.register(publicLogRoutes, { db, published, readPolicy });
        await app.register(toolRoutes);
      },
    };
  },
};
