import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { noticeText } from '../../shared/i18n/errorText.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { showToast } from '../../shared/ui/toastQueue.ts';
import { useLogOutMutation } from './sessionApi.ts';

/** Logs out and opens the home tab. Works offline. */
export function useLogOut(): () => Promise<void> {
  const navigate = useNavigate();
  const [logOut] = useLogOutMutation();
  return useCallback(async () => {
    // Otherwise a guarded page would redirect to the login.
    await navigate(paths.home());
    showToast({ kind: 'info', text: noticeText('LOGGED_OUT') });
    await logOut();
  }, [navigate, logOut]);
}
