/** What a feature brings to the app. Each says it in its own `manifest.ts`; `src/app` composes them all. */
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type records from '../../../locales/en/records.json';
import type shell from '../../../locales/en/shell.json';
import type { PageName } from './paths.ts';

/** How a page is loaded, and who may see it. */
export type Page = {
  readonly load: () => Promise<ComponentType>;
  /** Namespaces of `locales/`, loaded beside the code. */
  readonly namespaces: readonly string[];
  /** Whether anonymous users are sent to the login page. */
  readonly needsSession?: boolean;
};

/** A text of the namespace `shell`. */
export type TitleKey = `titles.${keyof (typeof shell)['titles']}`;

/** A place that the left menu leads to. */
export type MenuEntry = {
  readonly page: PageName;
  readonly icon: LucideIcon;
  /** A text of the namespace `shell`: the page's title, where the menu has no word of its own. */
  readonly text: TitleKey | `menu.${keyof (typeof shell)['menu']}`;
  /** Entries stand in ascending order (specification, section 1, "Left menu"). */
  readonly order: number;
  /** How much is unread there. */
  readonly badge?: () => Promise<ComponentType>;
};

/** A tab of the records page, behind those of ledger entries, deposits and withdrawals. */
export type RecordTab = {
  /** Its name in the query. */
  readonly value: string;
  /** A text of the namespace `records`. */
  readonly label: `view.${keyof (typeof records)['view']}`;
  readonly load: () => Promise<ComponentType>;
};

export type Feature = {
  /**
   * Pages by the name of their route in `paths.ts`: a route that no feature has a page for says that its product is not
   * there yet.
   */
  readonly pages: Readonly<Partial<Record<PageName, Page>>>;
  readonly menu?: readonly MenuEntry[];
  readonly recordTab?: RecordTab;
};
