/**
 * The invitation code that somebody came with, kept on the device until he registers: between the visit and the
 * registration he may leave, come back, or install the app.
 */
import * as z from 'zod/mini';
import { readJson, removeKey, writeJson } from '../../shared/storage/localStore.ts';

const KEY = 'invitation';
const kept = z.string().check(z.regex(/^[\w-]{1,32}$/));

/** Keeps the code of the last link. */
export function saveInvitation(code: string): void {
  if (z.safeParse(kept, code).success) writeJson(KEY, code);
}

/** What is kept; nothing where nothing good is. */
export function savedInvitation(): string | undefined {
  return z.safeParse(kept, readJson(KEY)).data;
}

/** It has been used. */
export function forgetInvitation(): void {
  removeKey(KEY);
}
