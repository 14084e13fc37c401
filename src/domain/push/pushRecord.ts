/** What this device has told the exchange of its pushes: kept until its user logs out. */
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
  /** When that was told (Unix milliseconds). */
  toldAtMs: z.number(),
});
export type PushRecord = z.output<typeof pushRecord>;

/** What was told for a user; `undefined` when pushes are off for him here. */
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
