import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  BookUser,
  ChartCandlestick,
  CircleQuestionMark,
  IdCard,
  List,
  Megaphone,
  MessagesSquare,
  Settings,
  ShieldCheck,
  Wallet,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ChatBadge } from '../../domain/chat/ChatBadge.tsx';
import { MessageBadge } from '../../domain/messages/MessageBadge.tsx';
import { paths, type PageName } from '../../shared/navigation/paths.ts';
import { ListRow } from '../../shared/ui/ListRow.tsx';
import type { TitleKey } from '../pages.ts';

type Place = {
  readonly page: PageName;
  readonly icon: typeof Wallet;
  readonly text:
    | TitleKey
    | 'menu.markets'
    | 'menu.assets'
    | 'menu.transfer'
    | 'menu.notices'
    | 'menu.help'
    | 'menu.support';
};

/** In the order of the specification (section 1, "Left menu"); what is transferred has a page whose title says something else. */
const PLACES: readonly Place[] = [
  { page: 'home', icon: ChartCandlestick, text: 'menu.markets' },
  { page: 'assets', icon: Wallet, text: 'menu.assets' },
  { page: 'deposit', icon: ArrowDownToLine, text: 'titles.deposit' },
  { page: 'withdraw', icon: ArrowUpFromLine, text: 'titles.withdraw' },
  { page: 'transfer', icon: ArrowLeftRight, text: 'menu.transfer' },
  { page: 'verification', icon: IdCard, text: 'titles.verification' },
  { page: 'security', icon: ShieldCheck, text: 'titles.security' },
  { page: 'addresses', icon: BookUser, text: 'titles.addresses' },
  { page: 'assetsRecord', icon: List, text: 'titles.assetsRecord' },
  { page: 'notices', icon: Megaphone, text: 'menu.notices' },
  { page: 'help', icon: CircleQuestionMark, text: 'menu.help' },
  { page: 'helpChat', icon: MessagesSquare, text: 'menu.support' },
  { page: 'settings', icon: Settings, text: 'titles.settings' },
];

/** How much is unread there. */
const BADGES: Readonly<Partial<Record<PageName, ReactNode>>> = {
  notices: <MessageBadge />,
  helpChat: <ChatBadge />,
};

/** The places that the left menu leads to, as far as they exist. */
export function MenuPlaces() {
  const { t } = useTranslation('shell');
  return PLACES.filter(({ page }) => paths[page].isBuilt).map(({ page, icon: Icon, text }) => (
    <li key={page}>
      <ListRow start={<Icon aria-hidden />} title={t(text)} to={paths[page]()} end={BADGES[page]} />
    </li>
  ));
}
