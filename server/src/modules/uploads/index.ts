/** The call `upload`, the downloads, and the job that clears up. */
import { uploadFile } from '@halyard/contract/uploads/calls';
import { answerUpload, type VerifyToken } from '../../calls/callHandler.ts';
import type { Module } from '../../module.ts';
import { createClearingJob } from './clearUploads.ts';
import { createUploadFiles } from './uploadFiles.ts';
import { createUploadsService, type OpenUpload, type UploadsService } from './uploadsService.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { BusinessError } from '../../calls/errors.ts';
import { userOf } from '../../plugins/calls.ts';

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
      serve: (app, verifyToken) => app.register(downloads, { service, verifyToken }),
    };
  },
};

// Serves files of users: to their owner, by token, and so that browsers neither store nor run them.

type DownloadsOptions = { readonly service: Pick<UploadsService, 'open'>; readonly verifyToken: VerifyToken };
type Named = FastifyRequest<{ Params: { readonly name: string } }>;

/** Below /api/ like every path with a token, and at the plain path for legacy clients. */
const PREFIXES = ['/api/upload', '/upload'];

// A picture that is opened as a page of its own loads and runs nothing, even if an attacker got code into it.
const POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";

/** Registers the download. Another user's file and a missing one get the same answer: FILE_NOT_FOUND, HTTP 404. */
const downloads = fastifyPlugin(async (app, { service, verifyToken }: DownloadsOptions) => {
  const config = { refusalStatus: { FILE_NOT_FOUND: 404 } };
  for (const prefix of PREFIXES) {
    app.get(`${prefix}/:name`, { config }, async (request: Named, reply) => {
      const user = await userOf(request, verifyToken);
      const found = await service.open(user.id, `/upload/${request.params.name}`);
      if (found === undefined) throw new BusinessError('FILE_NOT_FOUND');
      return send(reply, found);
    });
  }
});

function send(reply: FastifyReply, { upload, handle }: OpenUpload): FastifyReply {
  // A PDF may act in the viewer that shows it, so it is never shown in place.
  const disposition = upload.mediaType === 'application/pdf' ? 'attachment' : 'inline';
  return reply
    .headers({
      'content-type': upload.mediaType,
      'content-length': upload.bytes,
      'content-disposition': `${disposition}; filename="${upload.id}.${upload.extension}"`,
      'content-security-policy': POLICY,
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    .send(handle.createReadStream());
}
