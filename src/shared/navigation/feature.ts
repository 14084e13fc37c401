/** Contributions of a feature to the app, declared in its `manifest.ts`; `src/app` composes them. */
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Market } from '@halyard/contract/market/calls';
import type records from '../../../locales/en/records.json';
import type shell from '../../../locales/en/shell.json';
import type { PageName } from './paths.ts';

/** Loading of a page, and its access. */
export type Page = {
  readonly load: () => Promise<ComponentType>;
  /** Namespaces of `locales/`, loaded beside the code. */
  readonly namespaces: readonly string[];
  /** Whether anonymous users are redirected to the login page. */
  readonly needsSession?: boolean;
};

/** A text of the namespace `shell`. */
export type TitleKey = `titles.${keyof (typeof shell)['titles']}`;

/** A link of the left menu. */
export type MenuEntry = {
  readonly page: PageName;
  readonly icon: LucideIcon;
  /** A text of the namespace `shell`: the page's title, if the menu has no text of its own. */
  readonly text: TitleKey | `menu.${keyof (typeof shell)['menu']}`;
  /** Entries are shown in ascending order. */
  readonly order: number;
  /** Component that shows the number of unread items. */
  readonly badge?: () => Promise<ComponentType>;
};

/** A tab of the records page, after those of ledger entries, deposits and withdrawals. */
export type RecordTab = {
  /** Its name in the query. */
  readonly value: string;
  /** A text of the namespace `records`. */
  readonly label: `view.${keyof (typeof records)['view']}`;
  readonly load: () => Promise<ComponentType>;
};

/** An open order by id, and the price that its line was dragged to. */
export type DrawnOrder = { readonly edit: string; readonly to: string };

/** Asks for confirmation of an order's new price, on the page of the chart. */
export type DrawnOrderSheet = {
  readonly load: () => Promise<ComponentType<{ drawn: DrawnOrder; market: Market }>>;
  readonly namespace: string;
};

export type Feature = {
  /** Pages by route name (`paths.ts`). A route without a page shows that its product is not available yet. */
  readonly pages: Readonly<Partial<Record<PageName, Page>>>;
  readonly menu?: readonly MenuEntry[];
  readonly recordTab?: RecordTab;
  readonly drawnOrder?: DrawnOrderSheet;
};
