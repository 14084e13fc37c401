import { useTranslation } from 'react-i18next';
import { paths } from '../shared/navigation/paths.ts';
import { useBack } from '../shared/navigation/useBack.ts';
import { ButtonLink } from '../shared/ui/ButtonLink.tsx';
import { EmptyState } from '../shared/ui/EmptyState.tsx';
import { NavBar } from '../shared/ui/NavBar.tsx';
import { Page } from '../shared/ui/Page.tsx';
import type { Product } from './unbuiltPages.ts';

/** The help that says by which rules a product will work. */
const RULES: Readonly<Partial<Record<Product, string>>> = {};

/** In the place of a product that is not there yet: says so, and leads to what is. Asks nothing of anybody. */
export function UnbuiltPage({ product, isTab }: { product: Product; isTab: boolean }) {
  const { t } = useTranslation('unbuilt');
  const { t: tShell } = useTranslation('shell');
  const back = useBack();
  const slug = RULES[product];
  const links = (
    <>
      {slug !== undefined && <ButtonLink to={paths.helpDetail({ slug })}>{t('rules')}</ButtonLink>}
      <ButtonLink kind="ghost" to={paths.trade()}>
        {t('trade')}
      </ButtonLink>
    </>
  );
  return (
    <Page header={<NavBar title={tShell(`titles.${product}`)} onBack={isTab ? undefined : back} />}>
      <EmptyState text={t(`text.${product}`)} action={links} />
    </Page>
  );
}
