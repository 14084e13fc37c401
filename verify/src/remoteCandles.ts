/** The candles that an exchange shows, by its own call. */
import * as z from 'zod/mini';
import { CANDLES_MAX, listCandles, type Candle } from '@halyard/contract/market/calls';
import { readEnvelope } from '@halyard/contract/envelope';
import { NotUnderstoodError } from './outcome.ts';
import { ask, baseOf } from './remoteLog.ts';

/** Starts of minutes, both inclusive. */
export type MinuteRange = { readonly fromMs: number; readonly toMs: number };
export type ReadCandles = (market: string, range: MinuteRange) => Promise<readonly Candle[]>;

const MINUTE_SECONDS = 60;

/** Those of the exchange at an address, `https://exchange.example`. */
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
