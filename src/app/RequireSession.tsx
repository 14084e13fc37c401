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

/**
 * Guards a page: redirects anonymous users to the login, at most once a second. A user who returns sooner sees a link
 * to it.
 */
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
      // After a login as another user in another tab, nothing typed here remains.
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
