/** Hands out all movements of a user as one file, by token, sent while it is read. */
import { Readable } from 'node:stream';
import fastifyPlugin from 'fastify-plugin';
import { MOVEMENTS_CSV_PATH, movementsCsvRequest } from '@halyard/contract/calls/records';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { readMovementsCsv } from '../modules/wallet/movementsCsv.ts';
import { decodeInput, userOf, type VerifyToken } from './calls.ts';

type MovementsCsvOptions = { readonly db: Database; readonly clock: Clock; readonly verifyToken: VerifyToken };

/** Registers the download. What goes wrong on the way breaks the answer off, so that half a file is never taken for a whole one. */
export const movementsCsv = fastifyPlugin(async (app, { db, clock, verifyToken }: MovementsCsvOptions) => {
  app.get(`/api/${MOVEMENTS_CSV_PATH}`, async (request, reply) => {
    const user = await userOf(request, verifyToken);
    const pieces = await readMovementsCsv(db, user.id, decodeInput(movementsCsvRequest, request.query));
    const day = new Date(clock.nowMs()).toISOString().slice(0, 10);
    return reply
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="halyard-movements-${day}.csv"`,
        // Pages of other origins may call the API, and need the name too.
        'access-control-expose-headers': 'content-disposition',
        'cache-control': 'no-store',
      })
      .send(Readable.from(pieces));
  });
});
