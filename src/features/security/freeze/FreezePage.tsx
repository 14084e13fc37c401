import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { AccountProtection } from '@halyard/contract/security/freezeCalls';
import {
  useAskUnfreezeMutation,
  useFreezeAccountMutation,
  useFreezeByKeyMutation,
  useGetAccountProtectionQuery,
} from '../../../domain/security/freezeApi.ts';
import { selectIsLoggedIn } from '../../../domain/session/sessionSlice.ts';
import type { AppError } from '../../../shared/api/appError.ts';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { appErrorText, noticeText } from '../../../shared/i18n/errorText.ts';
import { joinSentences } from '../../../shared/i18n/joinSentences.ts';
import { reasonText } from '../../../shared/i18n/reasonText.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { useAppSelector } from '../../../shared/store/hooks.ts';
import { Banner } from '../../../shared/ui/Banner.tsx';
import { ButtonLink } from '../../../shared/ui/Button.tsx';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { Loading, Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { MoneyButton } from '../../../shared/ui/MoneyButton.tsx';
import { NavBar, Page } from '../../../shared/ui/Page.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';
import styles from './Freeze.module.css';

/**
 * Freezing an account: by a security mail's key (`?key=`) without regard to the login, else the user's own. Only the
 * button freezes: mail scanners open links.
 */
export function FreezePage() {
  const { t } = useTranslation('accountSafety');
  const [query] = useSearchParams();
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const key = query.get('key') ?? '';
  return (
    <Page header={<NavBar title={t('freeze.title')} />}>
      <div className={styles['stack']}>
        {key !== '' && <FreezeByKey token={key} />}
        {key === '' && (isLoggedIn ? <OwnFreeze /> : <LogInFirst />)}
      </div>
    </Page>
  );
}

function FreezeByKey({ token }: { token: string }) {
  const { t } = useTranslation('accountSafety');
  const [freeze, { data, error, isLoading }] = useFreezeByKeyMutation();
  const failed = error as AppError | undefined;
  if (data !== undefined) {
    return (
      <>
        <p role="status">{t('freeze.done')}</p>
        <p className={styles['note']}>{t('freeze.next')}</p>
        <ButtonLink to={paths.forgetPassword()}>{t('freeze.newPassword')}</ButtonLink>
        <ButtonLink kind="ghost" to={paths.login()}>
          {t('freeze.logIn')}
        </ButtonLink>
      </>
    );
  }
  return (
    <>
      <FreezeEffects endsThisSession />
      <MoneyButton
        isSending={isLoading}
        error={failed && appErrorText(failed)}
        onPress={() => void freeze(token)}
        kind="danger"
      >
        {t('freeze.action')}
      </MoneyButton>
    </>
  );
}

function LogInFirst() {
  const { t } = useTranslation('accountSafety');
  return (
    <>
      <p className={styles['note']}>{t('freeze.needsLink')}</p>
      <ButtonLink to={paths.login({ backpage: paths.freeze() })}>{t('freeze.logIn')}</ButtonLink>
    </>
  );
}

/** The user's own account: the effects of a freeze with its button, or since when it is frozen and how to lift it. */
function OwnFreeze() {
  const { data: protection, error, refetch } = useGetAccountProtectionQuery();
  if (protection !== undefined) return protection.isFrozen ? <Frozen protection={protection} /> : <Unfrozen />;
  if (error !== undefined) return <ErrorState error={error} onRetry={refetch} />;
  return (
    <Loading>
      <Skeleton height={160} />
    </Loading>
  );
}

function Unfrozen() {
  const { t } = useTranslation('accountSafety');
  const [freeze, { error, isLoading }] = useFreezeAccountMutation();
  const failed = error as AppError | undefined;
  return (
    <>
      <FreezeEffects />
      <MoneyButton
        isSending={isLoading}
        error={failed && appErrorText(failed)}
        onPress={() => void freeze()}
        kind="danger"
      >
        {t('freeze.action')}
      </MoneyButton>
    </>
  );
}

function Frozen({ protection: { frozenAt, ground, groundReason, unfreezing } }: { protection: AccountProtection }) {
  const { t } = useTranslation('accountSafety');
  const format = useFormat();
  const [ask, { error, isLoading }] = useAskUnfreezeMutation();
  const failed = error as AppError | undefined;
  const moment = (at: string) => format.moment(Date.parse(at), 'dateMinute');
  const send = async () => {
    const outcome = await ask();
    if (outcome.error === undefined) showToast({ kind: 'success', text: noticeText('UNFREEZE_ASKED') });
  };
  return (
    <>
      {frozenAt !== null && <p>{t('freeze.since', { at: moment(frozenAt) })}</p>}
      {ground != null && <p>{t('freeze.byUs', { ground: t(`freeze.ground.${ground}`) })}</p>}
      {groundReason != null && <p>{t('freeze.reason', { reason: reasonText(groundReason) })}</p>}
      <ul className={styles['list']}>
        <li>{t('freeze.withdrawals')}</li>
        <li>{t('freeze.trading')}</li>
      </ul>
      {unfreezing?.status === 'pending' && (
        <p role="status">{t('freeze.pending', { at: moment(unfreezing.requestedAt) })}</p>
      )}
      {unfreezing?.status !== 'pending' && (
        <>
          {unfreezing?.status === 'rejected' && (
            <p>{t('freeze.rejected', { reason: reasonText(unfreezing.reason ?? '') })}</p>
          )}
          <p className={styles['note']}>{t('freeze.askExplain')}</p>
          <MoneyButton isSending={isLoading} error={failed && appErrorText(failed)} onPress={() => void send()}>
            {t('freeze.ask')}
          </MoneyButton>
        </>
      )}
    </>
  );
}

function FreezeEffects({ endsThisSession = false }: { endsThisSession?: boolean }) {
  const { t } = useTranslation('accountSafety');
  return (
    <>
      <p>{t('freeze.explain')}</p>
      <ul className={styles['list']}>
        <li>{t(endsThisSession ? 'freeze.sessions' : 'freeze.otherSessions')}</li>
        <li>{t('freeze.withdrawals')}</li>
        <li>{t(endsThisSession ? 'freeze.tradingLater' : 'freeze.trading')}</li>
      </ul>
      <Banner
        kind="warning"
        text={joinSentences([t(endsThisSession ? 'freeze.undoLater' : 'freeze.undo'), t('freeze.check')])}
      />
    </>
  );
}
