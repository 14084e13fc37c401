import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router-dom';
import { errorText } from '../shared/i18n/errorText.ts';
import { paths } from '../shared/navigation/paths.ts';
import { ChunkLoadError, reloadPage } from '../shared/pwa/chunkRecovery.ts';
import { Button } from '../shared/ui/Button.tsx';
import { ButtonLink } from '../shared/ui/ButtonLink.tsx';
import { ErrorState } from '../shared/ui/ErrorState.tsx';
import { Page } from '../shared/ui/Page.tsx';
import { useSplashEnd } from './shell/useSplashEnd.ts';

/** Page shown when a page crashed or failed to load. The rest of the app continues. */
export function RouteErrorPage() {
  const { t } = useTranslation('shell');
  const error = useRouteError();
  useSplashEnd();
  return (
    <Page>
      <ErrorState isPage what={errorText(error instanceof ChunkLoadError ? 'PAGE_NOT_LOADED' : 'UNKNOWN')}>
        <Button onClick={() => void reloadPage()}>{t('failed.reload')}</Button>
        <ButtonLink kind="ghost" to={paths.home()}>
          {t('failed.home')}
        </ButtonLink>
      </ErrorState>
    </Page>
  );
}
