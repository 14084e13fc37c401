import { i18n } from '../../shared/i18n/i18n.ts';
import { removeKey, writeText } from '../../shared/storage/localStore.ts';
import { showToast } from '../../shared/ui/toastQueue.ts';

const PROBE_KEY = 'room';
/** At least the size of a session with its user. */
const PROBE_LENGTH = 2048;

/** Warns after login when the device has no room: a reload will end the session. */
export function warnSessionNotPersisted(): void {
  const isPersisted = writeText(PROBE_KEY, 'x'.repeat(PROBE_LENGTH));
  removeKey(PROBE_KEY);
  if (!isPersisted) showToast({ kind: 'error', text: i18n.t('login.notKept', { ns: 'auth' }) });
}
