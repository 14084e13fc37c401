/** Another exchange by its public calls: its log, and its answer about the source of a market's prices. */
import * as z from 'zod/mini';
import { readEnvelope } from '@halyard/contract/envelope';
import { getPriceSource } from '@halyard/contract/market/priceSourceCalls';
import { UnreachableError, type Followed } from './follow.ts';

const ANSWER_MS = 10_000;

/** The exchange at an address, `https://exchange.example`. */
export function remoteExchange(address: string): Followed {
  return {
    address,
    readLog: async (path) => new Uint8Array(await (await ask(new URL(`log/${path}`, `${address}/`))).arrayBuffer()),
    readOrigin: async (symbol) => {
      const url = new URL(`api/${getPriceSource.path}`, `${address}/`);
      url.searchParams.set('symbol', symbol);
      const reply = readEnvelope(await (await ask(url)).json());
      return reply?.ok === true ? z.parse(getPriceSource.answer, reply.payload) : undefined;
    },
  };
}

/** Throws an {@link UnreachableError}. */
async function ask(url: URL): Promise<Response> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) }).catch((error: unknown) => {
    throw new UnreachableError(`${url.href}: ${String(error)}`);
  });
  if (!answer.ok) throw new UnreachableError(`${url.href} answers ${answer.status}`);
  return answer;
}
