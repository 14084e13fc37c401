import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../shared/navigation/paths.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import { ListRow } from '../../shared/ui/ListRow.tsx';
import { MENU } from '../features.ts';

const PLACES = MENU.map(({ badge, ...entry }) => ({ ...entry, Badge: badge && lazyPart(badge) }));

/** The places that the left menu leads to. */
export function MenuPlaces() {
  const { t } = useTranslation('shell');
  return PLACES.map(({ page, icon: Icon, text, Badge }) => (
    <li key={page}>
      <ListRow
        start={<Icon aria-hidden />}
        title={t(text)}
        to={paths[page]()}
        end={<Suspense fallback={null}>{Badge && <Badge />}</Suspense>}
      />
    </li>
  ));
}
