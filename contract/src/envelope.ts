/** The two envelopes of answers, read and written in one place. See docs/protocol.md. */
import * as z from 'zod/mini';
import type { Envelope } from './call.ts';
import { byName } from './codec.ts';
import type { ErrorParams } from './errors.ts';

// Other servers fill any field with anything.
const fields = byName(z.unknown());
const errorParams = byName(z.union([z.string(), z.number()]));

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

/**
 * Reads an answer body; `undefined` when it is neither envelope. A has `type` and `message`, B has `code`, `msg` and
 * `data`; other servers mix them.
 */
export function readEnvelope(body: unknown): Reply | undefined {
  const read = z.safeParse(fields, body);
  if (!read.success) return undefined;
  const { message, msg, data, error, params } = read.data;
  const [type, code] = [wordOf(read.data['type']), wordOf(read.data['code'])];
  if (type === undefined && code === undefined) return undefined;
  const isLoggedOut = type === '999';
  // A payload of null remains null.
  if (type === 'ok') return { ok: true, payload: message ?? data ?? message };
  if (code === '1' && !isLoggedOut) return { ok: true, payload: data ?? message ?? data };
  return {
    ok: false,
    isLoggedOut,
    message: textOf(message) ?? textOf(msg),
    code: textOf(error) ?? textOf(read.data['code']),
    params: z.safeParse(errorParams, params).data,
  };
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
const wordOf = (value: unknown) => (typeof value === 'number' ? String(value) : textOf(value));

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
