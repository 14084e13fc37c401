import { UnreadBadge } from '../../shared/ui/UnreadBadge.tsx';
import { useUnreadMessages } from './useMessages.ts';

/** Number of unread messages. */
export function MessageBadge() {
  return <UnreadBadge count={useUnreadMessages()} />;
}
