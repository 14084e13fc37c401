/**
 * Which public log this device knows, and how far: the keys, the size and the root that it saw. No user's, so it stays
 * when one logs out. Everything that verifies goes by it, and only a look at the log changes it (`watchLog.ts`).
 */
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { readText, removeKey, writeJson } from '../../shared/storage/localStore.ts';
import { createListeners } from '../../shared/store/listeners.ts';

const KEY = 'log-pin';

/**
 * `forked`: two histories. `shrunk`: fewer entries than before. `tiles`: hashes that do not make the tree that was
 * signed. `key`: another key, or another log, that the known one did not name. `anew`: a log that says it goes on from
 * the known one, with nothing of its key that shows it.
 */
export const FINDINGS = ['forked', 'shrunk', 'tiles', 'key', 'anew'] as const;

const findingSchema = z.object({
  kind: z.enum(FINDINGS),
  atMs: z.number(),
  /** The checkpoint that does not fit the one that is kept. */
  note: z.string(),
  size: z.number(),
  file: z.object({ name: z.string(), text: z.string() }),
  /** Whether the file alone shows it, to whoever has the key (`contract/transparency/evidence.ts`). */
  isEvidence: z.boolean(),
  isSeen: z.boolean(),
});
/** What must not be. */
export type Finding = z.output<typeof findingSchema>;

const pinSchema = z.object({
  /** Of the log: those that were seen first, and those that it named since; also of the logs that it goes on from. */
  vkeys: z.array(z.string()).check(z.minLength(1)),
  /** Who must have signed besides, as the log asked for when it was seen first: a policy without its logs. */
  witnesses: z._default(z.string(), 'quorum none\n'),
  /** The newest checkpoint that continues all of those before it. */
  note: z.string(),
  size: z.number(),
  atMs: z.number(),
  firstAtMs: z.number(),
  /** The log that this device knew before, all of which this one goes on from. */
  before: z.optional(z.object({ origin: z.string(), size: z.number() })),
  finding: z.optional(findingSchema),
});
export type LogPin = z.output<typeof pinSchema>;

const { subscribe: subscribeHere, tell } = createListeners();
let lastRead: { readonly text: string | undefined; readonly pin: LogPin | undefined } | undefined;

/** What is kept; nothing before the first use, and where something else is kept. */
export function readPin(): LogPin | undefined {
  const text = readText(KEY);
  if (lastRead === undefined || lastRead.text !== text) lastRead = { text, pin: parsePin(text) };
  return lastRead.pin;
}

export function writePin(pin: LogPin): void {
  writeJson(KEY, pin);
  tell();
}

/** The next checkpoint is taken as the first one. */
export function forgetPin(): void {
  removeKey(KEY);
  tell();
}

/** Two checkpoints as a file, for whoever compares them. */
export function bothNotes(one: string, other: string): string {
  return `${one}\n${other}`;
}

/** The page has shown the finding. */
export function noteFindingSeen(): void {
  const pin = readPin();
  if (pin?.finding === undefined || pin.finding.isSeen) return;
  writePin({ ...pin, finding: { ...pin.finding, isSeen: true } });
}

/** What is kept, as it changes in this window and in others. */
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
