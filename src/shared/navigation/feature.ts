/** Contributions of a feature to the app, declared in its `manifest.ts`; `src/app` composes them. */
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Market } from '@halyard/contract/market/calls';
import type { MessageCategory } from '@halyard/contract/notifications/calls';
import type { AccountKind } from '@halyard/contract/wallet/calls';
import type { UserEntryKind } from '@halyard/contract/wallet/entryCalls';
import type { Namespaces } from '../../../locales/namespaces.ts';
import type assets from '../../../locales/en/assets.json';
import type records from '../../../locales/en/records.json';
import type shell from '../../../locales/en/shell.json';
import type { PageName } from './paths.ts';

/** Loading of a page, and its access. */
export type Page = {
  readonly load: () => Promise<ComponentType>;
  /** Namespaces of `locales/`, loaded beside the code. */
  readonly namespaces: readonly (keyof Namespaces | 'reasons')[];
  /** Whether anonymous users are redirected to the login page. */
  readonly needsSession?: boolean;
};

/** A text of the namespace `shell`. */
export type TitleKey = `titles.${keyof (typeof shell)['titles']}`;

/** One of the main pages: a tab on phones, and a link of the rail on desktops. */
export type Tab = {
  readonly page: PageName;
  readonly icon: LucideIcon;
  /** A text of the namespace `shell`. */
  readonly text: TitleKey | `tabs.${keyof (typeof shell)['tabs']}`;
  /** Tabs are shown in ascending order. */
  readonly order: number;
  /** Whether phones, whose bar has five tabs, leave it out. */
  readonly isOnRailOnly?: boolean;
};

/** A feature's part of a section: pages whose links a desktop shows beside each of them. */
export type SectionPart = {
  readonly name: 'earn' | 'money' | 'account' | 'help';
  /** Parts are shown in ascending order. */
  readonly order: number;
  /**
   * In the order of the links; the feature's first page alone if there are none. Another page marks the link of the
   * page that is declared before it.
   */
  readonly links?: readonly PageName[];
};

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

type AccountText = `accounts.${keyof (typeof assets)['accounts']}`;

export type Feature = {
  /** Pages by route name (`paths.ts`). A route without a page shows that its product is not available yet. */
  readonly pages: Readonly<Partial<Record<PageName, Page>>>;
  readonly section?: SectionPart;
  readonly tab?: Tab;
  readonly menu?: readonly MenuEntry[];
  /** Page that uses the money of an account, and the text of its link in the namespace `assets`, if not "Trade". */
  readonly account?: {
    readonly kind: AccountKind;
    readonly page: PageName;
    readonly text?: AccountText;
    /** Name of what the account holds, if not "Held", and the page that lists it. */
    readonly held?: { readonly text: 'account.invested'; readonly page: PageName };
    /** Loads the rows of what the account earns. */
    readonly earned?: () => Promise<ComponentType>;
  };
  /** Icons of its kinds of ledger entries. */
  readonly entryIcons?: Readonly<Partial<Record<UserEntryKind, LucideIcon>>>;
  /** Icons of its categories of messages. */
  readonly messageIcons?: Readonly<Partial<Record<MessageCategory, LucideIcon>>>;
  readonly recordTab?: RecordTab;
  readonly drawnOrder?: DrawnOrderSheet;
};
