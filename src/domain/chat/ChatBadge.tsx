import { useAppSelector } from '../../shared/store/hooks.ts';
import { UnreadBadge } from '../../shared/ui/UnreadBadge.tsx';
import { selectUser } from '../session/sessionSlice.ts';
import { useCountUnreadChatQuery } from './chatApi.ts';

/** Number of unread chat answers. */
export function ChatBadge() {
  return <UnreadBadge count={useUnreadChat()} />;
}

/** Unread operator answers; 0 while logged out or not known. */
function useUnreadChat(): number {
  const user = useAppSelector(selectUser);
  const { currentData = 0 } = useCountUnreadChatQuery(user?.id ?? (0 as never), { skip: user === undefined });
  return currentData;
}
