/** User events of positions and orders. */
import type { UserId } from '@halyard/contract/ids';
import type { FuturesFacts } from '../../events/messageFacts.ts';
import type { UserEvent } from '../../events/userEvents.ts';

/** An event of a position without its user's action, or a warning in time. */
export type PositionEvent = Omit<FuturesFacts, 'subject'> & {
  readonly userId: UserId;
  /** ISO 8601. */
  readonly at: string;
};

/** The user event. `ref` is a number of its own, since a position may have several events. */
export function toUserEvent({ userId, at, ...facts }: PositionEvent, ref: number): UserEvent {
  return { userId, ref, at, facts: { subject: 'contract', ...facts } };
}
