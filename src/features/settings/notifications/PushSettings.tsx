import { useTranslation } from 'react-i18next';
import { MESSAGE_CATEGORIES } from '@halyard/contract/notifications/calls';
import type { UserId } from '@halyard/contract/ids';
import { useHiddenBalances } from '../../../domain/preferences/usePreferences.ts';
import { usePush, type PushFailure } from '../../../domain/push/usePush.ts';
import { selectUser } from '../../../domain/session/sessionSlice.ts';
import { appErrorText } from '../../../shared/i18n/errorText.ts';
import { useAppSelector } from '../../../shared/store/hooks.ts';
import { Sheet } from '../../../shared/ui/Sheet.tsx';
import { Switch } from '../../../shared/ui/Switch.tsx';
import styles from './PushSettings.module.css';

type PushSettingsProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** Push categories of this device; or why pushes are unavailable, and what to do. */
export function PushSettings({ isOpen, onOpenChange }: PushSettingsProps) {
  const { t } = useTranslation(['inbox', 'settings']);
  const user = useAppSelector(selectUser);
  return (
    <Sheet isOpen={isOpen} onOpenChange={onOpenChange} title={t('notifications.push', { ns: 'settings' })}>
      {user === undefined ? (
        <p className={styles['note']}>{t('push.needsLogin')}</p>
      ) : (
        <OwnPushes key={user.id} userId={user.id} />
      )}
    </Sheet>
  );
}

function OwnPushes({ userId }: { userId: UserId }) {
  const { t } = useTranslation('inbox');
  const { hidesBalances } = useHiddenBalances();
  const { state, isOn, isBusy, failure, turn } = usePush(userId);
  if (state === 'no') return <p className={styles['note']}>{t('push.unsupported')}</p>;
  if (state === 'install') return <p className={styles['note']}>{t('push.install')}</p>;
  if (state === 'denied') {
    return (
      <div className={styles['note']}>
        <p className={styles['denied']}>{t('push.denied')}</p>
        <p>{t('push.undo')}</p>
      </div>
    );
  }
  return (
    <div className={styles['push']}>
      <p className={styles['note']}>{t('push.explain')}</p>
      {MESSAGE_CATEGORIES.map((category) => (
        <div key={category} className={styles['switch']}>
          <Switch
            label={t(`push.categories.${category}`)}
            isOn={isOn(category)}
            onChange={(isWanted) => void turn(category, isWanted)}
          />
        </div>
      ))}
      {hidesBalances && <p className={styles['note']}>{t('push.hidden')}</p>}
      <div role="status" className={styles['status']}>
        {isBusy ? t('push.waiting') : failure !== undefined && <Failure failure={failure} />}
      </div>
    </div>
  );
}

function Failure({ failure }: { failure: PushFailure }) {
  const { t } = useTranslation('inbox');
  if (failure === 'dismissed') return t('push.dismissed');
  return failure === 'browser' ? t('push.unsupported') : appErrorText(failure);
}
