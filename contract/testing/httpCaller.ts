/** Makes calls to a running exchange as a client does: form-encoded, by the contract's codecs, through the envelope. */
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { AnswerOf, Call, RequestOf } from '../src/call.ts';
import { readEnvelope } from '../src/envelope.ts';

/** A refusal by the exchange: it answered, and nothing was done. */
export class RefusedError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.name = 'RefusedError';
    this.code = code;
  }
}

export type HttpCaller = <C extends Call>(call: C, request: RequestOf<C>, token?: string) => Promise<AnswerOf<C>>;

/**
 * Repeats what a busy exchange refuses before reading it, as the app does. Throws {@link RefusedError} for any other
 * refusal; another error means that the outcome is unknown.
 */
export function createHttpCaller(baseUrl: string): HttpCaller {
  return async (call, request, token) => {
    for (;;) {
      const reply = await send(baseUrl, { call, request, token });
      if (reply.ok) return z.decode(call.answer, reply.payload) as AnswerOf<typeof call>;
      if (reply.code !== 'OVERLOADED') throw new RefusedError(reply.code ?? 'UNKNOWN');
      await pause(1000);
    }
  };
}

type Sent = { readonly call: Call; readonly request: unknown; readonly token: string | undefined };

async function send(baseUrl: string, { call, request, token }: Sent) {
  const form = new URLSearchParams(wireFields(call, request));
  const isQuery = call.method === 'GET';
  const response = await fetch(`${baseUrl}/api/${call.path}${isQuery ? `?${form.toString()}` : ''}`, {
    method: call.method,
    headers: token === undefined ? {} : { authorization: token },
    ...(isQuery ? {} : { body: form }),
  });
  const reply = readEnvelope(await response.json());
  if (reply === undefined) throw new Error(`no envelope from ${call.name}: HTTP ${response.status}`);
  return reply;
}

/** A request in wire form, as the fields of a form or a query. */
export function wireFields(call: Call, request: unknown): [string, string][] {
  const wire = z.encode(call.request, request) as Readonly<Record<string, string | number | undefined>>;
  return Object.entries(wire).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
}
