/** Leaving: the session ends here at once, and the home tab follows. */
import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { noticeText } from '../../shared/i18n/errorText.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { showToast } from '../../shared/ui/toastQueue.ts';
import { useLogOutMutation } from './sessionApi.ts';

/** Logs out. Works without a connection. */
export function useLogOut(): () => Promise<void> {
  const navigate = useNavigate();
  const [logOut] = useLogOutMutation();
  return useCallback(async () => {
    // A guarded page would lead to the login at once, which nobody asked for.
    await navigate(paths.home());
    showToast({ kind: 'info', text: noticeText('LOGGED_OUT') });
    await logOut();
  }, [navigate, logOut]);
}
