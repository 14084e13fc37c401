import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { PRODUCT_NAME } from '../../shared/config/constants.ts';
import type { TitleKey } from '../../shared/navigation/feature.ts';

/** Names the page in the title of the document; the product's name alone where a page has none. */
export function useDocumentTitle(key: TitleKey | undefined): void {
  const { t } = useTranslation('shell');
  const title = key === undefined ? PRODUCT_NAME : `${t(key)} · ${PRODUCT_NAME}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
}
