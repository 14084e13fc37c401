/** Hands out what a user has records of as files, by token, sent while they are read. */
import { Readable } from 'node:stream';
import fastifyPlugin from 'fastify-plugin';
import type { UserId } from '@halyard/contract/calls/ids';
import { MOVEMENTS_CSV_PATH, movementsCsvRequest } from '@halyard/contract/calls/records';
import { FILLS_CSV_PATH, fillsCsvRequest, ORDERS_CSV_PATH, ordersCsvRequest } from '@halyard/contract/calls/spot';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { readFillsCsv } from '../modules/spot/fillsCsv.ts';
import { readOrdersCsv } from '../modules/spot/ordersCsv.ts';
import { readMovementsCsv } from '../modules/wallet/movementsCsv.ts';
import { decodeInput, userOf, type VerifyToken } from './calls.ts';

type CsvFilesOptions = { readonly db: Database; readonly clock: Clock; readonly verifyToken: VerifyToken };

type CsvFile = {
  readonly path: string;
  /** What the downloaded file is called, before its day. */
  readonly name: string;
  open(userId: UserId, query: unknown): Promise<AsyncGenerator<string>>;
};

/** Registers the downloads. What goes wrong on the way breaks the answer off, so that half a file is never taken for a whole one. */
export const csvFiles = fastifyPlugin(async (app, { db, clock, verifyToken }: CsvFilesOptions) => {
  for (const { path, name, open } of filesOf(db)) {
    app.get(`/api/${path}`, async (request, reply) => {
      const user = await userOf(request, verifyToken);
      const pieces = await open(user.id, request.query);
      const day = new Date(clock.nowMs()).toISOString().slice(0, 10);
      return reply
        .headers({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="halyard-${name}-${day}.csv"`,
          // Pages of other origins may call the API, and need the name too.
          'access-control-expose-headers': 'content-disposition',
          'cache-control': 'no-store',
        })
        .send(Readable.from(pieces));
    });
  }
});

function filesOf(db: Database): readonly CsvFile[] {
  return [
    {
      path: MOVEMENTS_CSV_PATH,
      name: 'movements',
      open: (userId, query) => readMovementsCsv(db, userId, decodeInput(movementsCsvRequest, query)),
    },
    {
      path: ORDERS_CSV_PATH,
      name: 'orders',
      open: (userId, query) => readOrdersCsv(db, userId, decodeInput(ordersCsvRequest, query)),
    },
    {
      path: FILLS_CSV_PATH,
      name: 'trades',
      open: (userId, query) => readFillsCsv(db, userId, decodeInput(fillsCsvRequest, query)),
    },
  ];
}
