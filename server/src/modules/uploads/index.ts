/** The call `upload`, the downloads, and the job that clears up. */
import { uploadFile } from '@halyard/contract/uploads/calls';
import { answerUpload } from '../../calls/callHandler.ts';
import type { Module } from '../../module.ts';
import { createClearingJob } from './clearUploads.ts';
import { downloads } from './downloads.ts';
import { createUploadFiles } from './uploadFiles.ts';
import { createUploadsService } from './uploadsService.ts';

export const uploads: Module = {
  create({ db, clock, dataDir, log, rates }) {
    const files = createUploadFiles(dataDir);
    const service = createUploadsService({ db, clock, files, log, rates });
    return {
      handlers: [
        answerUpload(uploadFile, (_request, { user, ip, receiveFile }) =>
          service.store({ userId: user.id, ip }, receiveFile),
        ),
      ],
      jobs: [createClearingJob({ db, clock, files })],
      serve: (app, verifyToken) => app.register(downloads, { uploads: service, verifyToken }),
    };
  },
};
