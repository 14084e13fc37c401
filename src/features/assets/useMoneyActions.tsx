/** What one can do with the money of an account, each leading to its page. */
import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, List } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AccountKind } from '@halyard/contract/wallet/calls';
import { paths } from '../../shared/navigation/paths.ts';
import type { ActionLink } from '../../shared/ui/ActionLinks.tsx';

/**
 * Money comes in to and goes out of the spot account alone; it is transferred from every one. `of` narrows the records
 * to that account.
 */
export function useMoneyActions(account: AccountKind, of?: AccountKind): readonly ActionLink[] {
  const { t } = useTranslation('assets');
  const outside: readonly ActionLink[] = [
    { icon: <ArrowDownToLine />, label: t('actions.deposit'), to: paths.deposit() },
    { icon: <ArrowUpFromLine />, label: t('actions.withdraw'), to: paths.withdraw() },
  ];
  return [
    ...(account === 'spot' ? outside : []),
    { icon: <ArrowLeftRight />, label: t('actions.transfer'), to: paths.transfer({ from: account }) },
    { icon: <List />, label: t('actions.records'), to: paths.assetsRecord({ account: of }) },
  ];
}
