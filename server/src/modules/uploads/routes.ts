/** The call `upload`, and the due work that clears away behind it. */
import type { FastifyBaseLogger } from 'fastify';
import { uploadFile } from '@halyard/contract/calls/upload';
import { answerUpload, type CallHandler } from '../../calls/callHandler.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import type { LeaseKind } from '../../due/dueWork.ts';
import { createClearingKind } from './clearUploads.ts';
import { createUploadFiles } from './uploadFiles.ts';
import { createUploadsService, type UploadsService } from './uploadsService.ts';

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
  /** Clears away what broke off, and what nobody wants any more. */
  readonly clearing: LeaseKind;
};

/** Makes the uploads. */
export function createUploadsModule({ db, clock, dataDir, log }: UploadsModuleDeps): UploadsModule {
  const files = createUploadFiles(dataDir);
  const uploads = createUploadsService({ db, clock, files, log });
  return {
    handlers: [
      answerUpload(uploadFile, (_request, { user, ip, receiveFile }) =>
        uploads.keep({ userId: user.id, ip }, receiveFile),
      ),
    ],
    uploads,
    clearing: createClearingKind({ db, clock, files }),
  };
}
