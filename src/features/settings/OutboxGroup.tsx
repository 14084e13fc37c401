import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PREFERENCE_NAMES } from '@halyard/contract/user/preferenceCalls';
import { selectIsLoggedIn } from '../../domain/session/sessionSlice.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { discardItem, retryItem } from '../../shared/outbox/outbox.ts';
import type { OutboxItem } from '../../shared/outbox/outboxItem.ts';
import { useOutbox } from '../../shared/outbox/outboxView.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { ListRow } from '../../shared/ui/ListRow.tsx';
import styles from './Settings.module.css';
import { SettingsGroup } from './SettingsGroup.tsx';

/** Items waiting in the outbox, and refused ones. */
export function OutboxGroup() {
  const { t } = useTranslation('settings');
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const items = useOutbox();
  if (!isLoggedIn) return null;
  return (
    <SettingsGroup title={t('outbox.title')}>
      {items.length === 0 ? (
        <ListRow start={<Check aria-hidden />} title={t('outbox.empty')} />
      ) : (
        <ul>
          {items.map((item) => (
            <Waiting key={item.id} item={item} />
          ))}
        </ul>
      )}
    </SettingsGroup>
  );
}

function Waiting({ item }: { item: OutboxItem }) {
  const { t } = useTranslation('settings');
  const { moment } = useFormat();
  const what = useWhat(item);
  const since = moment(item.createdAtMs, 'dateMinute');
  return (
    <li className={styles['waiting']}>
      <span className={styles['label']}>{what}</span>
      {item.failure === undefined ? (
        <span className={styles['note']}>{t('outbox.waiting', { time: since })}</span>
      ) : (
        <span className={styles['failure']}>{appErrorText(item.failure)}</span>
      )}
      <span className={styles['answers']}>
        {item.failure !== undefined && (
          <Button
            kind="ghost"
            size="small"
            aria-label={t('outbox.retryWhat', { what })}
            onClick={() => void retryItem(item)}
          >
            {t('outbox.retry')}
          </Button>
        )}
        <Button
          kind="ghost"
          size="small"
          aria-label={t('outbox.discardWhat', { what })}
          onClick={() => void discardItem(item)}
        >
          {t('outbox.discard')}
        </Button>
      </span>
    </li>
  );
}

/** Description of an item. */
function useWhat({ kind, key, payload }: OutboxItem): string {
  const { t } = useTranslation('settings');
  if (kind === 'read') return t('outbox.read');
  if (kind === 'preference') {
    const name = PREFERENCE_NAMES.find((known) => known === key);
    return name === undefined ? t('outbox.preference') : t('outbox.setting', { name: t(`outbox.names.${name}`) });
  }
  const text = typeof payload === 'object' && payload !== null && 'text' in payload ? payload.text : undefined;
  return typeof text === 'string' && text !== ''
    ? t('outbox.message', { text: text.slice(0, 80) })
    : t('outbox.picture');
}
