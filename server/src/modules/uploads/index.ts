/** The call `upload`, the downloads, and the job that clears up. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { MINUTE_MS } from '@halyard/contract/time';
import { uploadFile } from '@halyard/contract/uploads/calls';
import { answerUpload, BusinessError, type VerifyToken } from '../../calls/callHandler.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { addJob, ONLY, type LeaseJob } from '../../jobs/job.ts';
import type { Module } from '../../module.ts';
import { userOf } from '../../plugins/calls.ts';
import { createUploadFiles, type UploadFiles } from './uploadFiles.ts';
import { deleteUnused, findUpload, listUnused } from './uploadsRepository.ts';
import { createUploadsService, type OpenUpload, type UploadsService } from './uploadsService.ts';

/** Deletes leftovers of uploads: those that were interrupted by a crash, and files that no form refers to. */
type ClearingDeps = { readonly db: Database; readonly clock: Clock; readonly files: UploadFiles };

/**
 * An upload that is untouched for this long was interrupted: requests end earlier, and no file occupies the decoder
 * nearly as long.
 */
export const ABANDONED_AFTER_MS = 30 * MINUTE_MS;
/** A file that no form took within a day is not taken any more: drafts then ask for a new one. */
export const UNUSED_KEPT_MS = 24 * 60 * MINUTE_MS;
const FORGET_AT_ONCE = 50;

const CLEAR = 'uploads.clear';
const EVERY_MS = 60 * MINUTE_MS;

/** The job that clears up, on one of the nodes that share the folder. */
function createClearingJob(deps: ClearingDeps): LeaseJob {
  const { clock } = deps;
  return {
    name: CLEAR,
    mode: 'lease',
    atOnceMax: 1,
    begin: (tx) => addJob(tx, [{ kind: CLEAR, key: ONLY, dueAtMs: clock.nowMs() }]),
    run: async () => {
      await clearBroken(deps);
      await forgetUnused(deps);
      return { againInMs: EVERY_MS };
    },
  };
}

/** Deletes leftovers of uploads that were interrupted by a crash. */
export async function clearBroken({ db, clock, files }: ClearingDeps): Promise<void> {
  for (const { id, touchedAtMs } of await files.listIncoming()) {
    if (clock.nowMs() - touchedAtMs < ABANDONED_AFTER_MS) continue;
    // The row is written last and deleted first, so a file without a row is unreferenced.
    if ((await findUpload(db, id)) === undefined) await files.discard(id);
    else await files.dropIncoming(id);
  }
}

/** Deletes files that nothing refers to a day after they were stored: of forms that were not submitted. */
export async function forgetUnused({ db, clock, files }: ClearingDeps): Promise<void> {
  for (;;) {
    const before = new Date(clock.nowMs() - UNUSED_KEPT_MS).toISOString();
    const ids = (await listUnused(db, before, FORGET_AT_ONCE)).map(({ id }) => id);
    for (const id of ids) await files.markForDeletion(id);
    const gone = new Set(await db.transaction((tx) => deleteUnused(tx, ids)));
    for (const id of ids) await (gone.has(id) ? files.discard(id) : files.dropIncoming(id));
    // Fewer when no more exist, or when a form holds one at this moment.
    if (gone.size < FORGET_AT_ONCE) return;
  }
}

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
