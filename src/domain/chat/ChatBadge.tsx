import { UnreadBadge } from '../../shared/ui/UnreadBadge.tsx';
import { useUnreadChat } from './useUnreadChat.ts';

/** How many answers wait to be read. */
export function ChatBadge() {
  return <UnreadBadge count={useUnreadChat()} />;
}
