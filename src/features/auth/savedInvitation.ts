/**
 * The invitation code from a link, persisted until registration: the user may leave, return, or install the app in
 * between.
 */
import * as z from 'zod/mini';
import { readJson, removeKey, writeJson } from '../../shared/storage/localStore.ts';

const KEY = 'invitation';
const codeSchema = z.string().check(z.regex(/^[\w-]{1,32}$/));

/** Persists the last link's code. */
export function saveInvitation(code: string): void {
  if (z.safeParse(codeSchema, code).success) writeJson(KEY, code);
}

/** The persisted code; undefined when missing or invalid. */
export function savedInvitation(): string | undefined {
  return z.safeParse(codeSchema, readJson(KEY)).data;
}

/** Removes the used code. */
export function forgetInvitation(): void {
  removeKey(KEY);
}
