import { i18n } from '../../shared/i18n/i18n.ts';
import { removeKey, writeText } from '../../shared/storage/localStore.ts';
import { showToast } from '../../shared/ui/toastQueue.ts';

const PROBE_KEY = 'room';
/** As much as a session with its user takes, or more. */
const PROBE_LENGTH = 2048;

/** Warns after a login on a device without room: a reload will end the session there. */
export function warnSessionNotPersisted(): void {
  const isPersisted = writeText(PROBE_KEY, 'x'.repeat(PROBE_LENGTH));
  removeKey(PROBE_KEY);
  if (!isPersisted) showToast({ kind: 'error', text: i18n.t('login.notKept', { ns: 'auth' }) });
}
