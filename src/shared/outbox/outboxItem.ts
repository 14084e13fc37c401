/** What waits to be sent. */
import type { AppError } from '../api/appError.ts';

/**
 * What may wait: messages to the operators, settings that follow the user, what was read. Never anything that moves
 * money.
 */
export type OutboxKind = 'chat' | 'preference' | 'read';

/** Something that waits, or was refused. Within a kind they are sent by `createdAtMs`, which no two of them share. */
export type OutboxItem = {
  /** A UUID that the server may know it by: it stays the same however often it is sent. */
  readonly id: string;
  readonly kind: OutboxKind;
  /**
   * A newer item of the same kind and key takes the place of an older one: the last value of a setting is the one that
   * counts.
   */
  readonly key?: string | undefined;
  /** Plain data and pictures. It may have been written by an older version of the app: the sender checks its shape. */
  readonly payload: unknown;
  /** Unix milliseconds by the device's clock, moved on where that stood still or went back. */
  readonly createdAtMs: number;
  /** Id of the user who wrote it. */
  readonly owner: string;
  /** Why the server refused it; such an item is sent again only when its user says so. Missing while it waits. */
  readonly failure?: AppError | undefined;
};

/** What is to be sent. */
export type OutboxEntry = Pick<OutboxItem, 'kind' | 'key' | 'payload'>;

/**
 * Sends one item. Throws an `AppError` otherwise: one that says nothing about the item (no connection, no answer, too
 * many requests) keeps it waiting, any other one marks it as refused. The same item may come twice, when an answer was
 * lost.
 */
export type OutboxSender = (item: OutboxItem) => Promise<'sent'>;
