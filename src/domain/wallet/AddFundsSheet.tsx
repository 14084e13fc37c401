import { ArrowDownToLine, ArrowLeftRight, FlaskConical, Repeat } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AccountKind } from '@halyard/contract/wallet/calls';
import { paths } from '../../shared/navigation/paths.ts';
import { ListRow } from '../../shared/ui/ListRow.tsx';
import { Sheet } from '../../shared/ui/Sheet.tsx';
import { useTestFunds } from '../sandbox/useTestFunds.ts';
import styles from './AddFunds.module.css';

type AddFundsSheetProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  account: AccountKind;
  currency: string;
};

/** Ways to add to an account: deposit, convert (spot), transfer, and test funds of a sandbox. Texts: `start`. */
export function AddFundsSheet({ isOpen, onOpenChange, account, currency }: AddFundsSheetProps) {
  const { t } = useTranslation('start');
  const { take, isSending, amount } = useTestFunds(account);
  const takeAndClose = async () => {
    if (take !== undefined && !isSending && (await take())) onOpenChange(false);
  };
  return (
    <Sheet isOpen={isOpen} onOpenChange={onOpenChange} title={t('addFunds')}>
      <div className={styles['rows']}>
        {take !== undefined && (
          <ListRow
            start={<FlaskConical aria-hidden />}
            title={t('way.test')}
            detail={t('way.testDetail', { amount })}
            onPress={() => void takeAndClose()}
          />
        )}
        <ListRow
          start={<ArrowDownToLine aria-hidden />}
          title={t('way.deposit')}
          detail={t('way.depositDetail')}
          to={paths.deposit()}
        />
        {account === 'spot' && (
          <ListRow
            start={<Repeat aria-hidden />}
            title={t('way.convert')}
            detail={t('way.convertDetail')}
            to={paths.convert({ to: currency })}
          />
        )}
        <ListRow
          start={<ArrowLeftRight aria-hidden />}
          title={t('way.transfer')}
          detail={t('way.transferDetail')}
          to={paths.transfer({ to: account, currency })}
        />
      </div>
    </Sheet>
  );
}
