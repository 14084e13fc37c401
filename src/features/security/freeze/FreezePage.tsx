import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useFreezeByKeyMutation } from '../../../domain/security/freezeApi.ts';
import { selectIsLoggedIn } from '../../../domain/session/sessionSlice.ts';
import type { AppError } from '../../../shared/api/appError.ts';
import { appErrorText } from '../../../shared/i18n/errorText.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { useBack } from '../../../shared/navigation/useBack.ts';
import { useAppSelector } from '../../../shared/store/hooks.ts';
import { ButtonLink } from '../../../shared/ui/ButtonLink.tsx';
import { MoneyButton } from '../../../shared/ui/MoneyButton.tsx';
import { NavBar } from '../../../shared/ui/NavBar.tsx';
import { Page } from '../../../shared/ui/Page.tsx';
import { FreezeEffects } from './FreezeEffects.tsx';
import { OwnFreeze } from './OwnFreeze.tsx';
import styles from './Freeze.module.css';

/**
 * Freezing an account: with the key of a security mail (`?key=`) whoever is logged in, else the own one. Nothing is
 * frozen before the button is pressed: scanners of mail open links.
 */
export function FreezePage() {
  const { t } = useTranslation('safety');
  const back = useBack();
  const [query] = useSearchParams();
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const key = query.get('key') ?? '';
  return (
    <Page header={<NavBar title={t('freeze.title')} onBack={back} />}>
      <div className={styles['stack']}>
        {key !== '' && <FreezeByKey token={key} />}
        {key === '' && (isLoggedIn ? <OwnFreeze /> : <LogInFirst />)}
      </div>
    </Page>
  );
}

function FreezeByKey({ token }: { token: string }) {
  const { t } = useTranslation('safety');
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
      <FreezeEffects keepsThisDevice={false} />
      <MoneyButton isSending={isLoading} error={failed && appErrorText(failed)} onPress={() => void freeze(token)}>
        {t('freeze.action')}
      </MoneyButton>
    </>
  );
}

function LogInFirst() {
  const { t } = useTranslation('safety');
  return (
    <>
      <p className={styles['note']}>{t('freeze.needsLink')}</p>
      <ButtonLink to={paths.login({ backpage: paths.freeze() })}>{t('freeze.logIn')}</ButtonLink>
    </>
  );
}
