import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkPasskeyName, PASSKEYS_MAX } from '@halyard/contract/security/rules';
import type { Passkey } from '@halyard/contract/security/passkeyCalls';
import { hasPasskeys, makePasskey } from '../../../domain/security/passkeyDevice.ts';
import {
  useAddPasskeyMutation,
  useAskNewPasskeyMutation,
  useListPasskeysQuery,
  useRemovePasskeyMutation,
  useRenamePasskeyMutation,
} from '../../../domain/security/passkeysApi.ts';
import { useListSessionsQuery } from '../../../domain/security/securityApi.ts';
import { useHoldText } from '../../../domain/security/useStepUp.ts';
import type { AppError } from '../../../shared/api/appError.ts';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { appErrorText, errorText, noticeText } from '../../../shared/i18n/errorText.ts';
import { useMoneyBlockedReason } from '../../../shared/realtime/useMoneyBlockedReason.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { ConfirmSheet } from '../../../shared/ui/ConfirmSheet.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { IconItem } from '../../../shared/ui/IconItem.tsx';
import { Loading, Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { NavBar, Page } from '../../../shared/ui/Page.tsx';
import { TextField } from '../../../shared/ui/TextField.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';
import styles from './Passkeys.module.css';

/** The user's passkeys: their purpose, the list, and adding one on this device. */
export function PasskeysPage() {
  const { t } = useTranslation('passkeys');
  const { data: passkeys, error, refetch } = useListPasskeysQuery();
  return (
    <Page header={<NavBar title={t('title')} />} isFlush>
      <p className={styles['note']}>{t('explain')}</p>
      {passkeys !== undefined && <List passkeys={passkeys} />}
      {passkeys === undefined && error === undefined && <Waiting />}
      {passkeys === undefined && error !== undefined && <ErrorState error={error} onRetry={refetch} />}
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

type PasskeyRowProps = { passkey: Passkey; onRename: () => void; onRemove: () => void };

/** One passkey: name, dates of creation and last use, and actions. */
function PasskeyRow({ passkey: { name, createdAt, lastUsedAt }, onRename, onRemove }: PasskeyRowProps) {
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
      end={
        <div className={styles['actions']}>
          <Button kind="ghost" size="small" aria-label={t('rename.one', { name })} onClick={onRename}>
            {t('rename.action')}
          </Button>
          <Button kind="danger" size="small" aria-label={t('remove.one', { name })} onClick={onRemove}>
            {t('remove.action')}
          </Button>
        </div>
      }
    />
  );
}

type RemoveSheetProps = {
  /** The passkey to remove; the sheet is closed without one. */
  passkey: Passkey | undefined;
  onClose: () => void;
};

/** Asks before a passkey is removed. */
function RemoveSheet({ passkey, onClose }: RemoveSheetProps) {
  const { t } = useTranslation('passkeys');
  // The closing sheet still shows its content.
  const [shown, setShown] = useState(passkey);
  if (passkey !== undefined && passkey !== shown) setShown(passkey);
  const blockedReason = useMoneyBlockedReason();
  const [remove, { isLoading, error, reset }] = useRemovePasskeyMutation();
  const failed = blockedReason ?? (error as AppError | undefined);
  const close = () => {
    reset();
    onClose();
  };
  const send = async () => {
    if (passkey === undefined) return;
    const outcome = await remove(passkey.id);
    if (outcome.error !== undefined) return;
    showToast({ kind: 'success', text: noticeText('PASSKEY_REMOVED') });
    close();
  };
  return (
    <ConfirmSheet
      isOpen={passkey !== undefined}
      onOpenChange={close}
      title={t('remove.title', { name: shown?.name })}
      description={t('remove.explain')}
      kind="danger"
      confirmLabel={t('remove.action')}
      onConfirm={() => void send()}
      isConfirming={isLoading}
      isDisabled={blockedReason !== undefined}
      error={failed && (failed === error ? appErrorText(failed) : errorText(failed.code, failed.params))}
    />
  );
}

type RenameSheetProps = {
  /** The passkey to rename; the sheet is closed without one. */
  passkey: Passkey | undefined;
  onClose: () => void;
};

function RenameSheet({ passkey, onClose }: RenameSheetProps) {
  const { t } = useTranslation('passkeys');
  const [typed, setTyped] = useState<string>();
  const [rename, { isLoading, error, reset }] = useRenamePasskeyMutation();
  const name = typed ?? passkey?.name ?? '';
  const wrong = (typed === undefined ? undefined : checkPasskeyName(name)) ?? (error as AppError | undefined);
  const close = () => {
    reset();
    setTyped(undefined);
    onClose();
  };
  const send = async () => {
    if (passkey === undefined || checkPasskeyName(name) !== undefined) return;
    const outcome = await rename({ id: passkey.id, name });
    if (outcome.error !== undefined) return;
    showToast({ kind: 'success', text: noticeText('PASSKEY_RENAMED') });
    close();
  };
  return (
    <ConfirmSheet
      isOpen={passkey !== undefined}
      onOpenChange={close}
      title={t('rename.title')}
      confirmLabel={t('rename.save')}
      onConfirm={() => void send()}
      isConfirming={isLoading}
      error={wrong && appErrorText(wrong)}
    >
      <TextField label={t('name')} hint={t('nameHint')} autoComplete="off" value={name} onValueChange={setTyped} />
    </ConfirmSheet>
  );
}

type Said = { readonly error?: AppError; readonly isCancelled?: boolean };

/** Names and creates a new passkey. Cancelling the browser's prompt keeps the sheet. */
function AddSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('passkeys');
  const device = useThisDevice();
  const [typed, setTyped] = useState<string>();
  const [said, setSaid] = useState<Said>({});
  const [isBusy, setBusy] = useState(false);
  const [ask] = useAskNewPasskeyMutation();
  const [add] = useAddPasskeyMutation();
  const holdText = useHoldText('all');
  const name = typed ?? device;
  const fault = checkPasskeyName(name);

  async function make(): Promise<void> {
    setBusy(true);
    setSaid({});
    const outcome = fault === undefined ? await tryToMake() : { error: fault };
    setBusy(false);
    if (outcome === 'done') {
      showToast({ kind: 'success', text: noticeText('PASSKEY_ADDED') });
      onClose();
    } else setSaid(outcome);
  }

  async function tryToMake(): Promise<Said | 'done'> {
    const asked = await ask();
    if (asked.data === undefined) return { error: asked.error as AppError };
    const { passkey, error } = await makePasskey(asked.data);
    if (passkey === undefined) return error === undefined ? { isCancelled: true } : { error };
    const added = await add({ name, passkey });
    return added.error === undefined ? 'done' : { error: added.error as AppError };
  }

  return (
    <ConfirmSheet
      isOpen
      onOpenChange={onClose}
      title={t('add.title')}
      description={t('add.explain')}
      confirmLabel={t('add.action')}
      onConfirm={() => void make()}
      isConfirming={isBusy}
      error={said.error && appErrorText(said.error)}
    >
      <TextField label={t('name')} hint={t('nameHint')} autoComplete="off" value={name} onValueChange={setTyped} />
      {holdText !== undefined && <p className={styles['hold']}>{holdText}</p>}
      <p role="status" className={styles['cancelled']}>
        {said.isCancelled === true && t('add.cancelled')}
      </p>
    </ConfirmSheet>
  );
}

/** The exchange's name of this device; empty until known. */
function useThisDevice(): string {
  const { data: sessions } = useListSessionsQuery();
  const current = sessions?.find(({ isCurrent }) => isCurrent);
  const parts = current === undefined ? [] : [current.device || current.system, current.browser];
  return parts.filter((part) => part !== '').join(', ');
}
