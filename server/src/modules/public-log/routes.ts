/**
 * The public log as C2SP tlog-tiles serves logs: its checkpoint, hashes in tiles, entries in bundles, the policy by
 * which they are judged, and proofs for tools that do not read tiles. Nothing is served that was not published.
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { joinBytes, wholeOf } from '@halyard/contract/log/bytes';
import { formatProof } from '@halyard/contract/log/proofFile';
import {
  formatBundle,
  inclusionProof,
  parseTilePath,
  TILE_WIDTH,
  tileWidth,
  type Tile,
} from '@halyard/contract/log/tiles';
import type { Database } from '../../db/database.ts';
import { readEntries, tileReader } from '../../log/logStore.ts';
import type { PublishedHead } from '../../log/publishedHead.ts';

type PublicLogOptions = {
  readonly db: Database;
  readonly published: PublishedHead;
  readonly readPolicy: () => Promise<string | undefined>;
};
type Tiles = FastifyRequest<{ Params: { readonly '*': string } }>;
type Proofs = FastifyRequest<{ Querystring: { readonly index?: unknown } }>;

const TEXT = 'text/plain; charset=utf-8';
const FOREVER = 'public, max-age=31536000, immutable';
const compress = promisify(gzip);

/** Registers them below /log/; what is not there is a plain 404. */
export const publicLogRoutes = fastifyPlugin(async (app, { db, published, readPolicy }: PublicLogOptions) => {
  app.get('/log/checkpoint', async (_request, reply) => {
    const head = await published.read();
    return head === undefined ? missing(reply) : reply.type(TEXT).send(head.text);
  });

  app.get('/log/tile/*', async (request: Tiles, reply) => {
    const tile = parseTilePath(`tile/${request.params['*']}`);
    const size = (await published.read())?.size ?? 0;
    if (tile === undefined || !isFilled(tile, size)) return missing(reply);
    reply.header('cache-control', FOREVER).type('application/octet-stream');
    const { level, index, width } = tile;
    if (level !== 'entries') return reply.send(Buffer.from(await tileReader(db)({ level, index, width })));
    return reply.header('content-encoding', 'gzip').send(await compress(await readBundle(db, tile)));
  });

  app.get('/log/policy', async (_request, reply) => {
    const policy = await readPolicy();
    return policy === undefined ? missing(reply) : reply.type(TEXT).send(policy);
  });

  app.get('/log/proof', async (request: Proofs, reply) => {
    const index = wholeOf(String(request.query.index));
    const head = await published.read();
    if (index === undefined || head === undefined || index >= head.size) return missing(reply);
    const hashes = await inclusionProof(index, head.size, tileReader(db));
    return reply.type(TEXT).send(formatProof({ index, hashes, checkpoint: head.text }));
  });
});

/** Whether a tree of this size has so much of a tile. */
function isFilled({ level, index, width }: Tile, size: number): boolean {
  return width <= tileWidth(level === 'entries' ? 0 : level, index, size);
}

async function readBundle(db: Database, { index, width }: Tile): Promise<Uint8Array> {
  const entries = await readEntries(db, index * TILE_WIDTH, width);
  return formatBundle(entries.map(({ text }) => joinBytes(text)));
}

function missing(reply: FastifyReply): FastifyReply {
  return reply.code(404).type(TEXT).send('not in the log\n');
}
