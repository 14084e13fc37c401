/** Downloads of a user's records as files, authorised by token and streamed while they are read. */
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { dateOf } from '@halyard/contract/time';
import type { VerifyToken } from '../calls/callHandler.ts';
import type { CsvFile } from '../calls/csvFile.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { requireStepUp } from '../modules/security/sessionStepUp.ts';
import { userOf } from './calls.ts';

type CsvFilesOptions = {
  readonly files: readonly CsvFile[];
  readonly db: Database;
  readonly clock: Clock;
  readonly verifyToken: VerifyToken;
};

/**
 * Registers the downloads. An error during the transfer breaks the connection, so that a partial file is never taken
 * for a complete one.
 */
export const csvFiles = fastifyPlugin(async (app, { files, db, clock, verifyToken }: CsvFilesOptions) => {
  // A file contains everything a user did and has, so a token alone is not sufficient.
  const ownerOf = async (request: FastifyRequest) => {
    const user = await userOf(request, verifyToken);
    await requireStepUp(db, user);
    return user.id;
  };
  for (const { path, name, ...file } of files) {
    app.get(`/api/${path}`, { config: { limit: 'csv' } }, async (request, reply) => {
      const pieces = await ('openPublic' in file
        ? file.openPublic(db, request.query)
        : file.open(db, await ownerOf(request), request.query));
      const day = dateOf(clock.nowMs());
      return reply
        .headers({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="halyard-${name}-${day}.csv"`,
          // Pages of other origins may call the API, and need the file name too.
          'access-control-expose-headers': 'content-disposition',
          'cache-control': 'no-store',
        })
        .send(Readable.from(pieces));
    });
  }
});
