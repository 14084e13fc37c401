/** Which events mean that somebody's message centre may have something new. */
import type { UserId } from '@halyard/contract/calls/ids';
import type { ExchangeEvent } from '../../events.ts';

/** What a record is while nobody has decided on it, and when its user called it off himself: nothing that he has to be told. */
const OWN_DOING = ['pending', 'cancelled'];

/** Whose messages an event may have changed. */
export function messagesOwnerOf(event: ExchangeEvent): UserId | undefined {
  switch (event.type) {
    case 'order-changed':
      return isTold(event.order) ? event.userId : undefined;
    case 'record-changed':
      return OWN_DOING.includes(event.record.status) ? undefined : event.userId;
    case 'chat-changed':
      // The user's own message is nothing new to him, and what the operator has read changes nothing here.
      return (event.from === 'operator') === (event.messageId !== null) ? event.userId : undefined;
    case 'messages-changed':
      return event.userId;
    default:
      return undefined;
  }
}

/** As `spot_orders.told_at` has it. */
function isTold({
  status,
  cancelReason,
}: Extract<ExchangeEvent, { readonly type: 'order-changed' }>['order']): boolean {
  if (status === 'completed') return true;
  return status === 'cancelled' && cancelReason != null && cancelReason !== 'user' && cancelReason !== 'replaced';
}
