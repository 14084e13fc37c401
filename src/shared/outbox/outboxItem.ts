/** Items of the outbox. */
import type { AppError } from '../api/appError.ts';

/**
 * Kinds of items: messages to operators, settings that follow the user, read marks. Never anything that moves money.
 */
export type OutboxKind = 'chat' | 'preference' | 'read';

/** A waiting or refused item. Within a kind, items are sent in order of `createdAtMs`, which is unique. */
export type OutboxItem = {
  /** UUID by which the server may recognize it: the same however often it is sent. */
  readonly id: string;
  readonly kind: OutboxKind;
  /** A newer item of the same kind and key replaces an older one: only the last value of a setting counts. */
  readonly key?: string | undefined;
  /** Plain data and pictures. An older version of the app may have written it, so the sender validates it. */
  readonly payload: unknown;
  /** Unix milliseconds by the device's clock, incremented if the clock stood still or went back. */
  readonly createdAtMs: number;
  /** Id of the user who wrote it. */
  readonly owner: string;
  /** Error of the server; a refused item is sent again only on the user's request. Missing while it waits. */
  readonly failure?: AppError | undefined;
};

/** Content of a new item. */
export type OutboxEntry = Pick<OutboxItem, 'kind' | 'key' | 'payload'>;

/**
 * Sends one item. Throws an `AppError` otherwise: one that is not about the item (no connection, no answer, too many
 * requests) keeps it waiting, any other marks it as refused. The same item may be sent twice if an answer was lost.
 */
export type OutboxSender = (item: OutboxItem) => Promise<'sent'>;
