import { useTranslation } from 'react-i18next';
import { useGetCustomerUrlQuery } from '../../domain/news/newsApi.ts';
import { selectUser } from '../../domain/session/sessionSlice.ts';
import { useBack, useLoginPath } from '../../shared/navigation/useBack.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { buttonClass } from '../../shared/ui/Button.tsx';
import { ButtonLink } from '../../shared/ui/ButtonLink.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { NavBar } from '../../shared/ui/NavBar.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { VisuallyHidden } from '../../shared/ui/VisuallyHidden.tsx';
import styles from './Chat.module.css';
import { ChatLoading, Conversation } from './Conversation.tsx';

/** Customer service: the link that the operator set, or the chat. */
export function ChatPage() {
  const { t } = useTranslation('chat');
  const back = useBack();
  const user = useAppSelector(selectUser);
  const { data: url = '', isLoading } = useGetCustomerUrlQuery();
  const link = linkOf(url);
  const header = (
    <div data-theme="dark" className={styles['header']}>
      <NavBar title={t('title')} onBack={back} />
    </div>
  );
  if (link !== undefined) {
    return (
      <Page header={header}>
        <Elsewhere link={link} />
      </Page>
    );
  }
  if (isLoading) {
    return (
      <Page header={header}>
        <ChatLoading />
      </Page>
    );
  }
  if (user === undefined) {
    return (
      <Page header={header}>
        <LoginNeeded />
      </Page>
    );
  }
  // After a login in another tab, a different user must not see the draft.
  return <Conversation key={user.id} userId={user.id} header={header} />;
}

function LoginNeeded() {
  const { t } = useTranslation('chat');
  const loginPath = useLoginPath();
  return (
    <EmptyState
      text={t('login')}
      drawing="talk"
      action={<ButtonLink to={loginPath}>{t('login.action', { ns: 'shell' })}</ButtonLink>}
    />
  );
}

/** The operator's link in place of the chat; `undefined` when it is missing or no web page. */
function linkOf(written: string): URL | undefined {
  if (!URL.canParse(written)) return undefined;
  const url = new URL(written);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined;
}

/** Customer service at another site: shows the destination before it opens. */
function Elsewhere({ link }: { link: URL }) {
  const { t } = useTranslation('chat');
  return (
    <EmptyState
      drawing="talk"
      text={t('elsewhere.text', { host: link.host })}
      action={
        <div className={styles['elsewhere']}>
          <a href={link.href} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
            {t('elsewhere.open', { host: link.host })}
            <VisuallyHidden>{t('elsewhere.newTab')}</VisuallyHidden>
          </a>
          <p className={styles['address']}>{link.href}</p>
        </div>
      }
    />
  );
}
