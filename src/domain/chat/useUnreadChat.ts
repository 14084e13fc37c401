import { useAppSelector } from '../../shared/store/hooks.ts';
import { selectUser } from '../session/sessionSlice.ts';
import { useCountUnreadChatQuery } from './chatApi.ts';

/** How many answers of operators the user has not read; 0 for nobody, and as long as it is not known. */
export function useUnreadChat(): number {
  const user = useAppSelector(selectUser);
  const { currentData = 0 } = useCountUnreadChatQuery(user?.id ?? (0 as never), { skip: user === undefined });
  return currentData;
}
