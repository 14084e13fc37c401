import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  BookUser,
  ChartCandlestick,
  IdCard,
  List,
  ShieldCheck,
  Wallet,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths, type PageName } from '../../shared/navigation/paths.ts';
import { ListRow } from '../../shared/ui/ListRow.tsx';
import type { TitleKey } from '../pages.ts';

type Place = {
  readonly page: PageName;
  readonly icon: typeof Wallet;
  readonly text: TitleKey | 'menu.markets' | 'menu.assets' | 'menu.transfer';
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
];

/** The places that the left menu leads to, as far as they exist. */
export function MenuPlaces() {
  const { t } = useTranslation('shell');
  return PLACES.filter(({ page }) => paths[page].isBuilt).map(({ page, icon: Icon, text }) => (
    <li key={page}>
      <ListRow start={<Icon aria-hidden />} title={t(text)} to={paths[page]()} />
    </li>
  ));
}
