/** The public log as served (C2SP tlog-tiles), read without the store: it belongs to no user. */
import * as z from 'zod/mini';
import type { AnswerOf } from '@halyard/contract/call';
import { getLogPolicy } from '@halyard/contract/transparency/calls';
import { readEnvelope } from '@halyard/contract/envelope';
import { utf8Of } from '@halyard/contract/transparency/bytes';
import { LogFormatError } from '@halyard/contract/transparency/LineReader';
import { parseBundle, tilePath, type ReadTile, type Tile } from '@halyard/contract/transparency/tiles';
import { FILE_TIMEOUT_MS } from '../../shared/config/constants.ts';
import { env } from '../../shared/config/env.ts';
import { logAddress, logFolder } from './logAddress.ts';

export type RemoteLog = {
  readonly checkpoint: () => Promise<string>;
  readonly policy: () => Promise<string>;
  /** Indexes of entries that name keys, besides the first ones. */
  readonly keyEntries: () => Promise<readonly number[]>;
  readonly tile: ReadTile;
  /** A predecessor of this log, direct or indirect. */
  readonly before: (origin: string) => Promise<EndedLog>;
  /** The entries of a level 0 tile. */
  readonly entries: (tile: Pick<Tile, 'index' | 'width'>) => Promise<readonly Uint8Array[]>;
};

/** An ended log, as it is still served. */
export type EndedLog = Pick<RemoteLog, 'checkpoint' | 'tile' | 'entries'>;

/** The longest chain of logs. */
export const LOGS_MAX = 16;

/** The log cannot be read now, which proves nothing about it. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

/** The log of the connected exchange. `signal` aborts its requests. */
export function remoteLog(signal?: AbortSignal): RemoteLog {
  const readKeys = async () => keysOf(await readBytes(callAddress(), signal));
  const readAt = (path: string) => readBytes(logAddress(path), signal);
  let folder: Promise<string> | undefined;
  const read = async (path: string) => {
    folder ??= readKeys().then(({ log = 0 }) => logFolder(log));
    return readAt(`${await folder}${path}`);
  };
  return {
    policy: async () => textOf('policy', await read('policy')),
    keyEntries: async () => (await readKeys()).keyEntries ?? [],
    ...filesOf('', read),
    before: async (origin) => filesOf(await folderOf(origin, readAt), readAt),
  };
}

function filesOf(folder: string, read: (path: string) => Promise<Uint8Array>): EndedLog {
  return {
    checkpoint: async () => textOf('checkpoint', await read(`${folder}checkpoint`)),
    tile: (tile) => read(`${folder}${tilePath(tile)}`),
    entries: async ({ index, width }) =>
      parseBundle(await read(`${folder}${tilePath({ level: 'entries', index, width })}`)),
  };
}

function textOf(path: string, bytes: Uint8Array): string {
  const text = utf8Of(bytes);
  if (text === undefined) throw new UnreachableError(`${path} is no text`);
  return text;
}

/** Ended logs stay at their address. */
async function folderOf(origin: string, read: (path: string) => Promise<Uint8Array>): Promise<string> {
  for (let number = 0; number < LOGS_MAX; number += 1) {
    const folder = logFolder(number);
    const checkpoint = textOf('checkpoint', await read(`${folder}checkpoint`));
    if (checkpoint.startsWith(`${origin}\n`)) return folder;
  }
  throw new UnreachableError(`${origin} is not served`);
}

/** Whether an error only means that something could not be read, or that a proxy answered. */
export function isUnread(error: unknown): boolean {
  return error instanceof UnreachableError || error instanceof LogFormatError;
}

function callAddress(): URL {
  return new URL(`${env.apiBase}/${getLogPolicy.path}`, window.location.origin);
}

function keysOf(body: Uint8Array): AnswerOf<typeof getLogPolicy> {
  const reply = readEnvelope(jsonOf(body));
  const answer = reply?.ok === true ? z.safeDecode(getLogPolicy.answer, reply.payload as never) : undefined;
  if (answer?.data === undefined) throw new UnreachableError('the keys of the log cannot be read');
  return answer.data;
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(utf8Of(body) ?? '');
  } catch {
    return undefined;
  }
}

async function readBytes(url: URL, outer: AbortSignal | undefined): Promise<Uint8Array> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, FILE_TIMEOUT_MS);
  outer?.addEventListener('abort', abort);
  if (outer?.aborted === true) abort();
  try {
    const answer = await fetch(new Request(url, { signal: controller.signal, credentials: 'omit' }));
    if (!answer.ok) throw new UnreachableError(`${url.pathname} answers ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
  } catch (error) {
    throw error instanceof UnreachableError ? error : new UnreachableError(`${url.pathname} cannot be read`);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', abort);
  }
}
