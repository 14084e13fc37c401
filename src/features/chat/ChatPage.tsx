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

/** Customer service (specification, section 2: a dark header): the link that the operator set, or the chat with him. */
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
  // Another user, after a login in another tab, finds nothing of what was being written here.
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

/**
 * The link that the operator set instead of the chat; `undefined` for none, and for anything that is not a page of the
 * web.
 */
function linkOf(written: string): URL | undefined {
  if (!URL.canParse(written)) return undefined;
  const url = new URL(written);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined;
}

/** Customer service is reached by another service: says where the link leads before it is followed. */
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
