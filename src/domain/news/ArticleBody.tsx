import { ExternalLink } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../../shared/ui/VisuallyHidden.tsx';
import styles from './Article.module.css';
import { articleElements } from './articleElements.tsx';

type ArticleBodyProps = {
  html: string;
  /** BCP 47: it may be English where there is no translation. */
  lang: string;
};

/** What an article says, set for reading. Needs the texts of `notices`. */
export function ArticleBody({ html, lang }: ArticleBodyProps) {
  const { t } = useTranslation('notices');
  const content = useMemo(() => {
    const newWindow = (
      <>
        <ExternalLink aria-hidden className={styles['external']} />
        <VisuallyHidden>{t('article.newWindow')}</VisuallyHidden>
      </>
    );
    return articleElements(html, { table: t('article.table'), newWindow, scrollClass: styles['scroll'] });
  }, [html, t]);
  return (
    <div className={styles['body']} lang={lang}>
      {content}
    </div>
  );
}
