import { Fingerprint } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Passkey } from '@halyard/contract/security/passkeyCalls';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { IconItem } from '../../../shared/ui/IconItem.tsx';
import styles from './Passkeys.module.css';

type PasskeyRowProps = { passkey: Passkey; onRename: () => void; onRemove: () => void };

/** One passkey: its name, when it was added and last used, and what can be done with it. */
export function PasskeyRow({ passkey: { name, createdAt, lastUsedAt }, onRename, onRemove }: PasskeyRowProps) {
  const { t } = useTranslation('passkeys');
  const format = useFormat();
  const moment = (at: string) => format.moment(Date.parse(at), 'dateMinute');
  return (
    <IconItem
      icon={<Fingerprint aria-hidden />}
      name={name}
      details={
        <>
          <span>{t('added', { at: moment(createdAt) })}</span>
          <span>{lastUsedAt === null ? t('unused') : t('used', { at: moment(lastUsedAt) })}</span>
        </>
      }
    >
      <div className={styles['actions']}>
        <Button kind="ghost" size="small" aria-label={t('rename.one', { name })} onClick={onRename}>
          {t('rename.action')}
        </Button>
        <Button kind="ghost" size="small" aria-label={t('remove.one', { name })} onClick={onRemove}>
          {t('remove.action')}
        </Button>
      </div>
    </IconItem>
  );
}
