/** The public log: public routes and calls, and operator commands. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { formatProof, joinBytes, wholeOf } from '@halyard/contract/transparency/bytes';
import { getLogPolicy, getLogWitnesses, type LogWitness } from '@halyard/contract/transparency/calls';
import { formatVkey, parseCheckpoint } from '@halyard/contract/transparency/note';
import { formatPolicy } from '@halyard/contract/transparency/policy';
import {
  formatBundle,
  inclusionProof,
  parseTilePath,
  TILE_WIDTH,
  tileWidth,
  type Tile,
} from '@halyard/contract/transparency/tiles';
import { createByteCache, type ByteCache } from '../../calls/byteCache.ts';
import { answerPublic, BusinessError } from '../../calls/callHandler.ts';
import type { Database, Reader } from '../../db/database.ts';
import { REPOSITORY } from '../../folders.ts';
import type { Module } from '../../module.ts';
import { readCosigned, readWitnesses } from '../../transparency/cosigned.ts';
import { readLogKeys } from '../../transparency/logKey.ts';
import { placeIn, readLogNumber } from '../../transparency/logPlaces.ts';
import { readEntries, readLastNote, tileReader, type LogPlace } from '../../transparency/logStore.ts';
import { readKeyEntries } from '../../transparency/pending.ts';
import { publishedHead, type PublishedHead } from '../../transparency/publishedHead.ts';
import { NO_WITNESSES, type WitnessSetting } from '../../transparency/witnesses.ts';
import { LOG_COMMANDS, logCheckCommand } from './logCommands.ts';

export const transparency: Module = {
  commands: [logCheckCommand, ...LOG_COMMANDS],
  create: ({ db, clock, dataDir, settings }) => {
    const published = publishedHead(dataDir);
    const setting = settings.logWitnesses ?? NO_WITNESSES;
    /** The number of the published log; undefined before the first entry. */
    const readNumber = async () => {
      const head = await published.read();
      return head === undefined ? undefined : readLogNumber(db, head.origin);
    };
    return {
      handlers: [
        answerPublic(getLogPolicy, async () => {
          const log = await readNumber();
          if (log === undefined) throw new BusinessError('LOG_NOT_BEGUN');
          return { policy: await policyOf(db, log, setting), keyEntries: [...(await readKeyEntries(db, log))], log };
        }),
        answerPublic(getLogWitnesses, async () => ({
          witnesses: [...(await readWitnessStates(db, (await readNumber()) ?? 0, setting))],
          quorum: setting.quorum,
          isRequired: settings.isWitnessRequired === true,
        })),
      ],
      serve: async (app) => {
        await app.register(publicLogRoutes, { db, published, setting, cache: createByteCache(clock) });
        await app.register(toolRoutes);
      },
    };
  },
};

// The public log served as C2SP tlog-tiles: its checkpoint, hashes in tiles, entries in bundles, the policy for
// verifying them, and proofs for tools that do not read tiles. Only published entries are served, and the content of an
// address never changes: each log has its own addresses.

type PublicLogOptions = {
  readonly db: Database;
  readonly published: PublishedHead;
  readonly setting: WitnessSetting;
  /** Of full tiles and bundles. */
  readonly cache: ByteCache;
};
type Tiles = FastifyRequest<{ Params: { readonly '*': string } }>;
type Proofs = FastifyRequest<{ Querystring: { readonly index?: unknown } }>;
/** A published log; `isOver` when another one follows. */
type ShownLog = LogPlace & { readonly text: string; readonly isOver: boolean };
/** The number of the log in a request; undefined when invalid. */
type NumberOf = (request: FastifyRequest) => number | undefined;

const TEXT = 'text/plain; charset=utf-8';
const FOREVER = 'public, max-age=31536000, immutable';
const compress = promisify(gzip);

/** Registers the routes below /log/, and below /log/<number>/ for later logs. Missing resources are a plain 404. */
const publicLogRoutes = fastifyPlugin(async (app, options: PublicLogOptions) => {
  registerLog(app, options, '/log', () => 0);
  registerLog(app, options, '/log/:number', ({ params }) => {
    const log = wholeOf((params as { readonly number: string }).number);
    return log === 0 ? undefined : log;
  });
});

/** A published log; undefined when it is not published. */
async function findLog({ db, published }: PublicLogOptions, log: number | undefined): Promise<ShownLog | undefined> {
  const head = await published.read();
  if (log === undefined || head === undefined) return undefined;
  const current = await readLogNumber(db, head.origin);
  if (log === current) return { log, size: head.size, text: head.text, isOver: false };
  const text = log < current ? await readLastNote(db, log) : undefined;
  return text === undefined ? undefined : { log, size: parseCheckpoint(text).size, text, isOver: true };
}

function registerLog(app: FastifyInstance, options: PublicLogOptions, prefix: string, numberOf: NumberOf): void {
  const { db, setting, cache } = options;
  const find = (request: FastifyRequest) => findLog(options, numberOf(request));

  app.get(`${prefix}/checkpoint`, async (request, reply) => {
    const shown = await find(request);
    if (shown?.isOver === true) reply.header('link', `</log/${shown.log + 1}/>; rel="successor-version"`);
    return answerText(reply, shown?.text);
  });

  app.get(`${prefix}/checkpoint/cosigned`, async (request, reply) => {
    const shown = await find(request);
    return answerText(reply, shown && (await readCosigned(db, shown.log))?.note);
  });

  app.get(`${prefix}/tile/*`, { config: { limit: 'log' } }, async (request: Tiles, reply) => {
    const tile = parseTilePath(`tile/${request.params['*']}`);
    const shown = await find(request);
    if (tile === undefined || shown === undefined || !isFilled(tile, shown.size)) return missing(reply);
    const make = () => encodeTile(db, shown.log, tile);
    const key = `${shown.log} ${tile.level} ${tile.index}`;
    // One that is full is asked for by everybody who follows the log; the others grow every second.
    const bytes = await (tile.width < TILE_WIDTH ? make() : cache.get(key, make));
    reply.header('cache-control', FOREVER).type('application/octet-stream');
    if (tile.level === 'entries') reply.header('content-encoding', 'gzip');
    return reply.send(bytes);
  });

  app.get(`${prefix}/policy`, async (request, reply) => {
    const shown = await find(request);
    // A log that is over gets no more cosignatures: its last tree has no quorum.
    return answerText(reply, shown && (await policyOf(db, shown.log, shown.isOver ? NO_WITNESSES : setting)));
  });

  app.get(`${prefix}/proof`, async (request: Proofs, reply) => {
    const index = wholeOf(String(request.query.index));
    const shown = await find(request);
    if (index === undefined || shown === undefined || index >= shown.size) return missing(reply);
    const hashes = await inclusionProof(index, shown.size, tileReader(db, shown.log));
    return reply.type(TEXT).send(formatProof({ index, hashes, checkpoint: shown.text }));
  });
}

function answerText(reply: FastifyReply, text: string | undefined): FastifyReply {
  return text === undefined ? missing(reply) : reply.type(TEXT).send(text);
}

/** Whether a tree of this size fills the requested width of a tile. */
function isFilled({ level, index, width }: Tile, size: number): boolean {
  return width <= tileWidth(level === 'entries' ? 0 : level, index, size);
}

/** As it is sent. */
async function encodeTile(db: Database, log: number, tile: Tile): Promise<Buffer> {
  const { level, index, width } = tile;
  if (level === 'entries') return compress(await readBundle(db, log, tile));
  return Buffer.from(await tileReader(db, log)({ level, index, width }));
}

async function readBundle(db: Database, log: number, { index, width }: Tile): Promise<Uint8Array> {
  const entries = await readEntries(db, placeIn(log, index * TILE_WIDTH), width);
  return formatBundle(entries.map(({ text }) => joinBytes(text)));
}

function missing(reply: FastifyReply): FastifyReply {
  return reply.code(404).type(TEXT).send('not in the log\n');
}

/** The policy of a log: all keys that it ever had, so that old signatures stay valid, and the witnesses. */
export async function policyOf(reader: Reader, log: number, setting: WitnessSetting): Promise<string> {
  const keys = await readLogKeys(reader, log);
  return formatPolicy({ logs: keys.map(({ key }) => ({ key })), ...setting });
}

/** The last state of each witness of a log. */
async function readWitnessStates(
  reader: Reader,
  log: number,
  { witnesses }: WitnessSetting,
): Promise<readonly LogWitness[]> {
  const states = new Map((await readWitnesses(reader, log)).map((one) => [one.vkey, one]));
  return witnesses.map(({ name, key, url }) => {
    const vkey = formatVkey(key);
    const { size = null, cosignedAtMs = null, state = 'silent' } = states.get(vkey) ?? {};
    return { name, vkey, url, size, cosignedAtMs, state };
  });
}

const NAME = 'halyard-verify.mjs';
const FILE = join(REPOSITORY, 'verify/build', NAME);

/** Registers both below /log/; an exchange that runs from its sources has no tool. */
const toolRoutes = fastifyPlugin(async (app) => {
  const readTool = () => readFile(FILE).catch(() => undefined);

  app.get(`/log/${NAME}`, async (_request, reply) => {
    const tool = await readTool();
    if (tool === undefined) return reply.code(404).type(TEXT).send('not built\n');
    return reply.type('text/javascript; charset=utf-8').send(tool);
  });

  app.get(`/log/${NAME}.sha256`, async (_request, reply) => {
    const tool = await readTool();
    if (tool === undefined) return reply.code(404).type(TEXT).send('not built\n');
    return reply.type(TEXT).send(`${createHash('sha256').update(tool).digest('hex')}  ${NAME}\n`);
  });
});
