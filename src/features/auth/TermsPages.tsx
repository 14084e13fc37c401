import { useTranslation } from 'react-i18next';
import { ArticleView } from '../../domain/news/ArticleView.tsx';
import { useHelpArticle } from '../../domain/news/useHelpArticle.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { ButtonLink } from '../../shared/ui/Button.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { useForgetDraftOnLeave } from './authDraft.ts';

export function UserAgreementPage() {
  return <TermsPage page="userAgreement" slug="user-agreement" />;
}

/** The privacy policy: stored data and retention. */
export function PrivacyPage() {
  return <TermsPage page="privacy" slug="privacy" />;
}

/** A help article with its own route; reading it during registration keeps the form. */
function TermsPage({ page, slug }: { page: 'userAgreement' | 'privacy'; slug: string }) {
  const { t } = useTranslation('shell');
  const { t: tHelp } = useTranslation('help');
  useForgetDraftOnLeave();
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
    <Page header={<NavBar title={t(`titles.${page}`)} />} isReading>
      <ArticleView reading={reading} isKnown={isKnown} gone={gone} hasTitle={false} />
    </Page>
  );
}
