import { Fragment, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router-dom';
import { selectUser } from '../domain/session/sessionSlice.ts';
import { useLoginPath } from '../shared/navigation/useBack.ts';
import { useAppSelector } from '../shared/store/hooks.ts';
import { ButtonLink } from '../shared/ui/ButtonLink.tsx';
import { EmptyState } from '../shared/ui/EmptyState.tsx';
import { Page } from '../shared/ui/Page.tsx';
import { useRedirectToLogin } from './redirectContext.ts';

/** A guarded page: anonymous users are led to the login, once a second; who comes back sooner is shown the way. */
export function RequireSession() {
  const user = useAppSelector(selectUser);
  const isLoggedIn = user !== undefined;
  const redirectToLogin = useRedirectToLogin();
  const { pathname } = useLocation();
  const loginPath = useLoginPath();
  const { t } = useTranslation('shell');
  useEffect(() => {
    if (!isLoggedIn) redirectToLogin(pathname);
  }, [isLoggedIn, pathname, redirectToLogin]);
  if (isLoggedIn) {
    return (
      // Another user, after a login in another tab, finds nothing of what was being filled in here.
      <Fragment key={user.id}>
        <Outlet />
      </Fragment>
    );
  }
  return (
    <Page>
      <EmptyState
        drawing="lock"
        text={t('login.needed')}
        action={<ButtonLink to={loginPath}>{t('login.action')}</ButtonLink>}
      />
    </Page>
  );
}
