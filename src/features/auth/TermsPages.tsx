import { useTranslation } from 'react-i18next';
import { ArticleView } from '../../domain/news/ArticleView.tsx';
import { useHelpArticle } from '../../domain/news/useHelpArticle.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useBack } from '../../shared/navigation/useBack.ts';
import { ButtonLink } from '../../shared/ui/ButtonLink.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { NavBar } from '../../shared/ui/NavBar.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { useForgetDraftOnLeave } from './authDraft.ts';

/** What a user agrees to. */
export function UserAgreementPage() {
  return <TermsPage page="userAgreement" slug="user-agreement" />;
}

/** What the exchange keeps of a user, and for how long. */
export function PrivacyPage() {
  return <TermsPage page="privacy" slug="privacy" />;
}

/** An article of help that has an address of its own: read while registering, it loses nothing of what is typed. */
function TermsPage({ page, slug }: { page: 'userAgreement' | 'privacy'; slug: string }) {
  const { t } = useTranslation('shell');
  const { t: tHelp } = useTranslation('help');
  useForgetDraftOnLeave();
  const back = useBack();
  const { reading, isKnown } = useHelpArticle({ slug });
  const gone = (
    <EmptyState
      text={tHelp('gone')}
      action={
        <ButtonLink kind="ghost" size="small" to={paths.help()}>
          {tHelp('all')}
        </ButtonLink>
      }
    />
  );
  return (
    <Page header={<NavBar title={t(`titles.${page}`)} onBack={back} />}>
      <ArticleView reading={reading} isKnown={isKnown} gone={gone} />
    </Page>
  );
}
