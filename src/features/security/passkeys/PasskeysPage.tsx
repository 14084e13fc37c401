import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PASSKEYS_MAX } from '@halyard/contract/security/rules';
import type { Passkey } from '@halyard/contract/security/passkeyCalls';
import { hasPasskeys } from '../../../domain/security/passkeyDevice.ts';
import { useListPasskeysQuery } from '../../../domain/security/passkeysApi.ts';
import type { AppError } from '../../../shared/api/appError.ts';
import { appErrorText, errorText } from '../../../shared/i18n/errorText.ts';
import { useBack } from '../../../shared/navigation/useBack.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { Loading } from '../../../shared/ui/Loading.tsx';
import { NavBar } from '../../../shared/ui/NavBar.tsx';
import { Page } from '../../../shared/ui/Page.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { AddSheet } from './AddSheet.tsx';
import { PasskeyRow } from './PasskeyRow.tsx';
import styles from './Passkeys.module.css';
import { RemoveSheet } from './RemoveSheet.tsx';
import { RenameSheet } from './RenameSheet.tsx';

/** The user's passkeys: what they are for, those there are, and a new one on this device. */
export function PasskeysPage() {
  const { t } = useTranslation('passkeys');
  const back = useBack();
  const { data: passkeys, error, refetch } = useListPasskeysQuery();
  return (
    <Page header={<NavBar title={t('title')} onBack={back} />} isFlush>
      <p className={styles['note']}>{t('explain')}</p>
      {passkeys !== undefined && <List passkeys={passkeys} />}
      {passkeys === undefined && error === undefined && <Waiting />}
      {passkeys === undefined && error !== undefined && (
        <ErrorState what={appErrorText(error as AppError)} onRetry={() => void refetch()} />
      )}
    </Page>
  );
}

type Asked = { readonly what: 'rename' | 'remove'; readonly passkey: Passkey };

function List({ passkeys }: { passkeys: readonly Passkey[] }) {
  const { t } = useTranslation('passkeys');
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const of = (what: Asked['what']) => (asked?.what === what ? asked.passkey : undefined);
  return (
    <>
      {passkeys.length === 0 && <EmptyState drawing="lock" text={t('none')} />}
      <ul>
        {passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            onRename={() => setAsked({ what: 'rename', passkey })}
            onRemove={() => setAsked({ what: 'remove', passkey })}
          />
        ))}
      </ul>
      <Adding count={passkeys.length} />
      <RenameSheet passkey={of('rename')} onClose={close} />
      <RemoveSheet passkey={of('remove')} onClose={close} />
    </>
  );
}

function Adding({ count }: { count: number }) {
  const { t } = useTranslation('passkeys');
  const [isOpen, setOpen] = useState(false);
  if (!hasPasskeys()) return <p className={styles['note']}>{t('notHere')}</p>;
  if (count >= PASSKEYS_MAX) {
    return <p className={styles['note']}>{errorText('PASSKEYS_TOO_MANY', { max: PASSKEYS_MAX })}</p>;
  }
  return (
    <div className={styles['add']}>
      <Button onClick={() => setOpen(true)}>{t('add.open')}</Button>
      {isOpen && <AddSheet onClose={() => setOpen(false)} />}
    </div>
  );
}

function Waiting() {
  return (
    <Loading>
      <div className={styles['add']}>
        <Skeleton height={64} />
        <Skeleton height={64} />
      </div>
    </Loading>
  );
}
