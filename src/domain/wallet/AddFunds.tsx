import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountKind } from '@halyard/contract/wallet/calls';
import { useWasEver } from '../../shared/hooks/useWasEver.ts';
import { loadNamespace } from '../../shared/i18n/i18n.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import styles from './AddFunds.module.css';

const AddFundsSheet = lazyPart(async () => {
  const [{ AddFundsSheet: Loaded }] = await Promise.all([import('./AddFundsSheet.tsx'), loadNamespace('start')]);
  return Loaded;
});

type AddFundsProps = { account: AccountKind; currency: string };

/** A plus beside an available balance; opens the ways to add to it. */
export function AddFunds({ account, currency }: AddFundsProps) {
  const { t } = useTranslation('common');
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useWasEver(isOpen);
  return (
    <>
      <button type="button" className={styles['plus']} aria-label={t('ui.addFunds')} onClick={() => setOpen(true)}>
        <Plus aria-hidden />
      </button>
      <Suspense fallback={null}>
        {wasOpen && <AddFundsSheet isOpen={isOpen} onOpenChange={setOpen} account={account} currency={currency} />}
      </Suspense>
    </>
  );
}
