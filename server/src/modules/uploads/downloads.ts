/** Hands out files of users: to their owner, by token, and in a way that no browser keeps or runs them. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { BusinessError } from '../../calls/errors.ts';
import type { OpenUpload, UploadsService } from './uploadsService.ts';
import type { VerifyToken } from '../../calls/callHandler.ts';
import { userOf } from '../../plugins/calls.ts';

type DownloadsOptions = { readonly uploads: Pick<UploadsService, 'open'>; readonly verifyToken: VerifyToken };
type Named = FastifyRequest<{ Params: { readonly name: string } }>;

/** Below /api/ like everything that needs a token, and at the path itself, as the family has it. */
const PREFIXES = ['/api/upload', '/upload'];

// A picture that is opened as a page of its own loads and runs nothing, whatever somebody may have found to put into
// it.
const POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";

/**
 * Registers the download. Somebody else's file and one that does not exist get the same answer: FILE_NOT_FOUND, HTTP
 * 404.
 */
export const downloads = fastifyPlugin(async (app, { uploads, verifyToken }: DownloadsOptions) => {
  const config = { refusalStatus: { FILE_NOT_FOUND: 404 } };
  for (const prefix of PREFIXES) {
    app.get(`${prefix}/:name`, { config }, async (request: Named, reply) => {
      const user = await userOf(request, verifyToken);
      const found = await uploads.open(user.id, `/upload/${request.params.name}`);
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
