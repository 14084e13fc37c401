/** A served log (C2SP tlog-tiles), and the candles of an exchange. */
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Call } from '@halyard/contract/call';
import { readEnvelope } from '@halyard/contract/envelope';
import { CANDLES_MAX, listCandles, type Candle } from '@halyard/contract/market/calls';
import { getPriceSource } from '@halyard/contract/market/priceSourceCalls';
import { utf8Of } from '@halyard/contract/transparency/bytes';
import type { Policy } from '@halyard/contract/transparency/policy';
import { parseBundle, tilePath, type ReadTile, type Tile } from '@halyard/contract/transparency/tiles';
import { NotUnderstoodError } from './outcome.ts';

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
  const read = (path: string) => ask(new URL(path, base));
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

/** Asks until it is answered, whole. Throws an {@link UnreachableError}. */
export async function ask(url: URL): Promise<Uint8Array> {
  for (;;) {
    const { status, body } = await fetchWhole(url).catch((error: unknown) => {
      throw new UnreachableError(`${url.href} cannot be read: ${String(error)}`);
    });
    if (body !== undefined) return body;
    // A long log takes more requests than an exchange answers in a minute.
    if (status !== TOO_MANY) throw new UnreachableError(`${url.href} answers ${status}`);
    await setTimeout(RETRY_SECONDS * 1000);
  }
}

/** `body` is undefined unless the request succeeded. */
async function fetchWhole(url: URL) {
  const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return { status: answer.status, body: answer.ok ? bytes : undefined };
}

// The candles of an exchange, by its public calls.

/** Starts of minutes, both inclusive. */
export type MinuteRange = { readonly fromMs: number; readonly toMs: number };
/** Candles, and the start of the oldest minute that the exchange claims to have stored. */
export type ShownCandles = { readonly candles: readonly Candle[]; readonly storedFromMs: number };
/** Undefined when the exchange has no such market any more. */
export type ReadCandles = (market: string, range: MinuteRange) => Promise<ShownCandles | undefined>;

const MINUTE_SECONDS = 60;

/** Reads the candles of the exchange at an address, `https://exchange.example`. */
export function remoteCandles(address: string): ReadCandles {
  const base = baseOf(address, 'an exchange');
  const readCall = async <Request extends z.core.$ZodType, Answer extends z.core.$ZodType>(
    call: Call<Request, Answer>,
    request: z.output<Request>,
  ): Promise<z.output<Answer> | undefined> => {
    const url = new URL(`api/${call.path}`, base);
    for (const [name, value] of Object.entries(z.encode(call.request, request) as object))
      url.searchParams.set(name, String(value));
    const reply = readEnvelope(JSON.parse(utf8Of(await ask(url)) ?? ''));
    if (reply?.ok === false && reply.code === 'MARKET_NOT_FOUND') return undefined;
    if (reply?.ok !== true) throw new NotUnderstoodError(`${url.href} answers no candles`);
    return z.parse(call.answer, reply.payload);
  };
  return async (symbol, { fromMs, toMs }) => {
    const candles: Candle[] = [];
    const stepSeconds = CANDLES_MAX * MINUTE_SECONDS;
    for (let fromSeconds = fromMs / 1000; fromSeconds <= toMs / 1000; fromSeconds += stepSeconds) {
      const toSeconds = Math.min(toMs / 1000, fromSeconds + stepSeconds - MINUTE_SECONDS);
      const some = await readCall(listCandles, { symbol, period: '1min', fromSeconds, toSeconds });
      if (some === undefined) return undefined;
      candles.push(...some);
    }
    // After the candles, because the oldest ones may be deleted meanwhile.
    const source = await readCall(getPriceSource, { symbol });
    return source && { candles, storedFromMs: source.barsFromMs ?? 0 };
  };
}
