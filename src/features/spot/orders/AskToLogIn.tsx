import { useTranslation } from 'react-i18next';
import { useLoginPath } from '../../../shared/navigation/useBack.ts';
import { ButtonLink } from '../../../shared/ui/ButtonLink.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';

/** In place of the user's own while nobody is logged in. */
export function AskToLogIn() {
  const { t } = useTranslation('spot');
  const path = useLoginPath();
  const logIn = (
    <ButtonLink kind="ghost" size="small" to={path}>
      {t('ticket.logIn')}
    </ButtonLink>
  );
  return <EmptyState text={t('orders.anonymous')} action={logIn} />;
}
