import { Menu } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { selectIsLoggedIn } from '../../domain/session/sessionSlice.ts';
import { useOpenLeftMenu } from '../../shared/navigation/leftMenu.ts';
import { paths, ROUTES, routeOf, type PageName } from '../../shared/navigation/paths.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import tabBar from '../../shared/ui/TabBar.module.css';
import { FEATURES, MENU, TABS } from '../features.ts';
import styles from './DesktopRail.module.css';

/** Main pages of the app at the side of a desktop, the menu, and the links of the current section. */
export function DesktopRail() {
  const { t } = useTranslation('shell');
  const current = routeOf(useLocation().pathname);
  const name = ROUTES.find(([, route]) => route === current)?.[0];
  const openMenu = useOpenLeftMenu();
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const own = name && PARTS.find((part) => markedBy(name, part) !== undefined);
  const parts = PARTS.filter((part) => part.name === own?.name);
  return (
    <>
      {own && (isLoggedIn || !OF_USERS.has(own.name)) && <SectionLinks current={name} own={own} parts={parts} />}
      <nav aria-label={t('tabs.label')} className={tabBar['bar']}>
        {TABS.map(({ page, icon: Icon, text }) => (
          <Link
            key={page}
            to={paths[page]()}
            className={tabBar['tab']}
            aria-current={page === name ? 'page' : parts.some(({ links }) => links.includes(page)) || undefined}
          >
            <Icon aria-hidden />
            <span className={tabBar['label']}>{t(text)}</span>
          </Link>
        ))}
        <button type="button" className={tabBar['tab']} onClick={openMenu}>
          <Menu aria-hidden />
          <span className={tabBar['label']}>{t('menu.title')}</span>
        </button>
      </nav>
    </>
  );
}

const PARTS = FEATURES.flatMap(({ section, pages }) => {
  const names = Object.keys(pages) as PageName[];
  return section === undefined ? [] : [{ links: names.slice(0, 1), ...section, pages: names }];
}).toSorted((one, other) => one.order - other.order);

/** The link that a page marks in its feature's part; `undefined` for a page of another feature, or of no section. */
function markedBy(current: PageName, { pages, links }: (typeof PARTS)[number]): PageName | undefined {
  const before = pages.slice(0, pages.indexOf(current) + 1);
  return before.findLast((page) => links.includes(page));
}

/** Sections whose links need a session. */
const OF_USERS: ReadonlySet<string> = new Set(['account', 'money']);

type SectionLinksProps = { current: PageName; own: (typeof PARTS)[number]; parts: typeof PARTS };

/** Links to the pages of the current page's section. */
function SectionLinks({ current, own, parts }: SectionLinksProps) {
  const { t } = useTranslation('shell');
  const text = (page: PageName) => t(MENU.find((entry) => entry.page === page)?.text ?? `titles.${page}`);
  const marked = markedBy(current, own);
  return (
    <div className={styles['section']} data-section>
      <nav aria-label={text(parts[0]?.links[0] ?? current)}>
        {parts.map(({ links }) => (
          <ul key={links[0]} className={styles['part']}>
            {links.map((page) => (
              <li key={page}>
                <Link
                  to={paths[page]()}
                  className={styles['link']}
                  aria-current={page === current ? 'page' : page === marked || undefined}
                >
                  {text(page)}
                </Link>
              </li>
            ))}
          </ul>
        ))}
      </nav>
    </div>
  );
}
