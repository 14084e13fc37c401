/** The push subscription that this device last sent to the exchange; persisted until logout. */
import * as z from 'zod/mini';
import { messageCategory } from '@halyard/contract/notifications/calls';
import { PUSH_KEY } from '../../shared/pwa/forgetPush.ts';
import { readJson, removeKey, writeJson } from '../../shared/storage/localStore.ts';

const pushRecord = z.object({
  /** `ownerKeyOf` the user. */
  owner: z.string(),
  categories: z.array(messageCategory),
  endpoint: z.string(),
  /** The exchange's key that the browser subscribed with. */
  key: z.string(),
  language: z.string(),
  hidesAmounts: z.boolean(),
  /** When it was sent (Unix milliseconds). */
  toldAtMs: z.number(),
});
export type PushRecord = z.output<typeof pushRecord>;

/** The record of a user; `undefined` when pushes are off for that user here. */
export function readPushRecord(owner: string): PushRecord | undefined {
  const record = z.safeParse(pushRecord, readJson(PUSH_KEY));
  return record.success && record.data.owner === owner ? record.data : undefined;
}

export function writePushRecord(record: PushRecord): void {
  writeJson(PUSH_KEY, record);
}

export function removePushRecord(): void {
  removeKey(PUSH_KEY);
}
