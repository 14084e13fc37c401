import { UnreadBadge } from '../../shared/ui/UnreadBadge.tsx';
import { useUnreadMessages } from './useMessages.ts';

/** How many messages are unread. */
export function MessageBadge() {
  return <UnreadBadge count={useUnreadMessages()} />;
}
