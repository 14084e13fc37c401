/** The call `upload`, and what clears away behind it. */
import type { FastifyBaseLogger } from 'fastify';
import { uploadFile } from '@halyard/contract/calls/upload';
import { answerUpload, type CallHandler } from '../../callHandler.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { createUploadFiles } from './uploadFiles.ts';
import { createUploadsService, type UploadsService } from './uploadsService.ts';

const SWEEP_EVERY_MS = 60 * 60_000;

type UploadsModuleDeps = {
  readonly db: Database;
  readonly clock: Clock;
  /** Absolute; several nodes share it. */
  readonly dataDir: string;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
};

/** The running uploads of a node. */
export type UploadsModule = {
  readonly handlers: readonly CallHandler[];
  readonly uploads: Pick<UploadsService, 'open'>;
  /** Ends the clearing away, and waits for it. */
  close(): Promise<void>;
};

/** Starts the uploads: clears away at once, and every hour, what broke off. */
export function createUploadsModule({ db, clock, dataDir, log }: UploadsModuleDeps): UploadsModule {
  const uploads = createUploadsService({ db, clock, files: createUploadFiles(dataDir), log });
  const sweep = () =>
    uploads.sweep().catch((error: unknown) => log.error({ err: error }, 'clearing away broken uploads failed'));
  let sweeping = sweep();
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweep);
  }, SWEEP_EVERY_MS).unref();

  return {
    handlers: [
      answerUpload(uploadFile, (_request, { user, ip, receiveFile }) =>
        uploads.keep({ userId: user.id, ip }, receiveFile),
      ),
    ],
    uploads,
    async close() {
      clearInterval(timer);
      await sweeping;
    },
  };
}
