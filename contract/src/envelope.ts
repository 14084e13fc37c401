/** The two envelopes of answers, read and written in one place. See docs/protocol.md. */
import * as z from 'zod/mini';
import type { Envelope } from './call.ts';
import { byName } from './codec.ts';
import type { ErrorParams } from './errors.ts';

const errorParams = z.optional(byName(z.union([z.string(), z.number()])));

const envelopeA = z.object({
  type: z.union([z.string(), z.number()]),
  message: z.optional(z.unknown()),
  code: z.optional(z.string()),
  params: errorParams,
});
const envelopeB = z.object({
  code: z.union([z.int(), z.string()]),
  msg: z.optional(z.string()),
  data: z.optional(z.unknown()),
  error: z.optional(z.string()),
  params: errorParams,
});

/** An answer whose payload is not decoded yet. */
export type Reply =
  | { readonly ok: true; readonly payload: unknown }
  | {
      readonly ok: false;
      /** Type `999`: the client clears token and user and shows the message. */
      readonly isLoggedOut: boolean;
      /** Text for users, in the language of the request. */
      readonly message: string | undefined;
      /** From `errors.ts` when the server is ours; other servers send anything or nothing. */
      readonly code: string | undefined;
      readonly params: ErrorParams | undefined;
    };

/** Reads an answer body; `undefined` when it is neither envelope. */
export function readEnvelope(body: unknown): Reply | undefined {
  const a = z.safeParse(envelopeA, body);
  if (a.success) return readA(a.data);
  const b = z.safeParse(envelopeB, body);
  if (!b.success) return undefined;
  if (String(b.data.code) === '1') return { ok: true, payload: b.data.data };
  return { ok: false, isLoggedOut: false, message: b.data.msg, code: b.data.error, params: b.data.params };
}

function readA(a: z.output<typeof envelopeA>): Reply {
  const type = String(a.type);
  if (type === 'ok') return { ok: true, payload: a.message };
  const message = typeof a.message === 'string' && a.message !== '' ? a.message : undefined;
  return { ok: false, isLoggedOut: type === '999', message, code: a.code, params: a.params };
}

/** Wraps a payload that is already in wire form. */
export function successEnvelope(envelope: Envelope, payload: unknown): object {
  return envelope === 'A' ? { type: 'ok', message: payload } : { code: 1, msg: 'success', data: payload };
}

/** Error types that legacy clients distinguish: not logged in, and no verified identity. */
const LEGACY_ERROR_TYPES: Readonly<Record<string, string>> = { NOT_LOGGED_IN: '999', NO_IDENTITY: '998' };

/** Wraps an error. */
export function errorEnvelope(envelope: Envelope, code: string, message: string, params: ErrorParams = {}): object {
  if (envelope === 'B')
    return {
      code: -1,
      msg: message,
      data: null,
      type: LEGACY_ERROR_TYPES[code] ?? 'error',
      error: code,
      params,
    };
  return { type: LEGACY_ERROR_TYPES[code] ?? 'error', message, code, params };
}
