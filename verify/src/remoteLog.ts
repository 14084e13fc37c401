/** A served log (C2SP tlog-tiles), and the candles of an exchange. */
import { setTimeout } from 'node:timers/promises';
import { utf8Of } from '@halyard/contract/transparency/bytes';
import type { Policy } from '@halyard/contract/transparency/policy';
import { parseBundle, tilePath, type ReadTile, type Tile } from '@halyard/contract/transparency/tiles';
import { NotUnderstoodError } from './outcome.ts';
import * as z from 'zod/mini';
import { CANDLES_MAX, listCandles, type Candle } from '@halyard/contract/market/calls';
import { readEnvelope } from '@halyard/contract/envelope';

export type RemoteLog = {
  readonly checkpoint: () => Promise<string>;
  readonly tile: ReadTile;
  /** The entries of a tile of level 0. */
  readonly entries: (tile: Pick<Tile, 'index' | 'width'>) => Promise<readonly Uint8Array[]>;
};

/** The log cannot be read now. */
export class UnreachableError extends NotUnderstoodError {}

const ANSWER_MS = 30_000;
const TOO_MANY = 429;
const RETRY_SECONDS = 10;

/**
 * The log below an address, `https://exchange.example/log/`. A policy with cosignatures reads the checkpoint that has
 * them, which is a little older.
 */
export function remoteLog(address: string, { quorum }: Pick<Policy, 'quorum'>): RemoteLog {
  const base = baseOf(address, 'a log');
  const read = async (path: string): Promise<Uint8Array> => {
    const answer = await ask(new URL(path, base));
    return new Uint8Array(await answer.arrayBuffer());
  };
  return {
    checkpoint: async () => {
      const text = utf8Of(await read(quorum === 'none' ? 'checkpoint' : 'checkpoint/cosigned'));
      if (text === undefined) throw new NotUnderstoodError('the checkpoint is no text');
      return text;
    },
    tile: (tile) => read(tilePath(tile)),
    entries: async ({ index, width }) => parseBundle(await read(tilePath({ level: 'entries', index, width }))),
  };
}

/** The base address of a server's paths. Throws for an invalid address. */
export function baseOf(address: string, whose: string): string {
  const base = `${address.replace(/\/+$/, '')}/`;
  if (!URL.canParse(base)) throw new NotUnderstoodError(`not the address of ${whose}`);
  return base;
}

/** Asks until it is answered. Throws an {@link UnreachableError}. */
export async function ask(url: URL): Promise<Response> {
  for (;;) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) }).catch((error: unknown) => {
      throw new UnreachableError(`${url.href} cannot be read: ${String(error)}`);
    });
    if (answer.ok) return answer;
    // A long log takes more requests than an exchange answers in a minute.
    if (answer.status !== TOO_MANY) throw new UnreachableError(`${url.href} answers ${answer.status}`);
    await setTimeout(RETRY_SECONDS * 1000);
  }
}

// The candles of an exchange, by its public call.

/** Starts of minutes, both inclusive. */
export type MinuteRange = { readonly fromMs: number; readonly toMs: number };
export type ReadCandles = (market: string, range: MinuteRange) => Promise<readonly Candle[]>;

const MINUTE_SECONDS = 60;

/** Reads the candles of the exchange at an address, `https://exchange.example`. */
export function remoteCandles(address: string): ReadCandles {
  const base = baseOf(address, 'an exchange');
  const readSome = async (symbol: string, fromSeconds: number, toSeconds: number): Promise<readonly Candle[]> => {
    const fields = z.encode(listCandles.request, { symbol, period: '1min', fromSeconds, toSeconds });
    const url = new URL(`api/${listCandles.path}`, base);
    for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, String(value));
    const reply = readEnvelope(await (await ask(url)).json());
    if (reply?.ok !== true) throw new NotUnderstoodError(`${url.href} answers no candles`);
    return z.parse(listCandles.answer, reply.payload);
  };
  return async (market, { fromMs, toMs }) => {
    const candles: Candle[] = [];
    const stepSeconds = CANDLES_MAX * MINUTE_SECONDS;
    for (let from = fromMs / 1000; from <= toMs / 1000; from += stepSeconds)
      candles.push(...(await readSome(market, from, Math.min(toMs / 1000, from + stepSeconds - MINUTE_SECONDS))));
    return candles;
  };
}
