/**
 * The public log that this device knows: keys, size and root. Belongs to the device, so it survives logout. Everything
 * is verified against it; only a check of the log changes it (`watchLog.ts`).
 */
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { readText, removeKey, writeJson } from '../../shared/storage/localStore.ts';
import { createListeners } from '../../shared/store/listeners.ts';

const KEY = 'log-pin';

/**
 * `forked`: two histories. `shrunk`: fewer entries than before. `tiles`: hashes that do not make the signed tree.
 * `key`: a key or log that the known one did not name. `anew`: a log that claims to continue the known one without its
 * key's signature.
 */
export const FINDINGS = ['forked', 'shrunk', 'tiles', 'key', 'anew'] as const;

const findingSchema = z.object({
  kind: z.enum(FINDINGS),
  atMs: z.number(),
  /** The checkpoint that conflicts with the stored one. */
  note: z.string(),
  size: z.number(),
  file: z.object({ name: z.string(), text: z.string() }),
  /** Whether the file alone is evidence for anyone with the key (`contract/src/transparency/evidence.ts`). */
  isEvidence: z.boolean(),
  isSeen: z.boolean(),
});
/** A violation found in the log. */
export type Finding = z.output<typeof findingSchema>;

const pinSchema = z.object({
  /** Keys of the log: those first seen and those named since, also of its predecessors. */
  vkeys: z.array(z.string()).check(z.minLength(1)),
  /** Required witnesses, as the log demanded when it was first seen: a policy without logs. */
  witnesses: z._default(z.string(), 'quorum none\n'),
  /** The newest checkpoint that continues all earlier ones. */
  note: z.string(),
  size: z.number(),
  atMs: z.number(),
  firstAtMs: z.number(),
  /** The log that this device knew before and that this one fully continues. */
  before: z.optional(z.object({ origin: z.string(), size: z.number() })),
  finding: z.optional(findingSchema),
});
export type LogPin = z.output<typeof pinSchema>;

const { subscribe: subscribeHere, notify } = createListeners();
let lastRead: { readonly text: string | undefined; readonly pin: LogPin | undefined } | undefined;

/** The stored pin; undefined before the first use, and when unreadable. */
export function readPin(): LogPin | undefined {
  const text = readText(KEY);
  if (lastRead === undefined || lastRead.text !== text) lastRead = { text, pin: parsePin(text) };
  return lastRead.pin;
}

export function writePin(pin: LogPin): void {
  writeJson(KEY, pin);
  notify();
}

/** Forgets the log; the next checkpoint is trusted as the first one. */
export function forgetPin(): void {
  removeKey(KEY);
  notify();
}

/** Two checkpoints in one file, as evidence. */
export function bothNotes(one: string, other: string): string {
  return `${one}\n${other}`;
}

/** Marks the finding as shown. */
export function noteFindingSeen(): void {
  const pin = readPin();
  if (pin?.finding === undefined || pin.finding.isSeen) return;
  writePin({ ...pin, finding: { ...pin.finding, isSeen: true } });
}

/** The stored pin, live across windows. */
export function useLogPin(): LogPin | undefined {
  return useSyncExternalStore(subscribe, readPin);
}

function subscribe(listener: () => void): () => void {
  const leave = subscribeHere(listener);
  window.addEventListener('storage', listener);
  return () => {
    leave();
    window.removeEventListener('storage', listener);
  };
}

function parsePin(text: string | undefined): LogPin | undefined {
  if (text === undefined) return undefined;
  try {
    return z.safeParse(pinSchema, JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
