import { useAppSelector } from '../../shared/store/hooks.ts';
import { UnreadBadge } from '../../shared/ui/UnreadBadge.tsx';
import { selectUser } from '../session/sessionSlice.ts';
import { useCountUnreadChatQuery } from './chatApi.ts';

/** How many answers wait to be read. */
export function ChatBadge() {
  return <UnreadBadge count={useUnreadChat()} />;
}

/** How many answers of operators the user has not read; 0 for nobody, and as long as it is not known. */
function useUnreadChat(): number {
  const user = useAppSelector(selectUser);
  const { currentData = 0 } = useCountUnreadChatQuery(user?.id ?? (0 as never), { skip: user === undefined });
  return currentData;
}
