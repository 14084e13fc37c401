/** What users are told of their positions and orders, from plain facts. */
import type { UserId } from '@halyard/contract/ids';
import type { FuturesFacts } from '../../events/messageFacts.ts';
import type { UserEvent } from '../../events/userEvents.ts';

/** Something that happened to a position without its user, or that he should know in time. */
export type PositionNews = Omit<FuturesFacts, 'subject'> & {
  readonly userId: UserId;
  /** ISO 8601. */
  readonly at: string;
};

/** Its event. `ref` is a number of its own: of one position there may be several things to tell. */
export function toldOf({ userId, at, ...facts }: PositionNews, ref: number): UserEvent {
  return { userId, ref, at, facts: { subject: 'contract', ...facts } };
}
