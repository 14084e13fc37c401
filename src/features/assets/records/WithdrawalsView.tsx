import { useTranslation } from 'react-i18next';
import { useIsSandbox } from '../../../domain/sandbox/sandboxApi.ts';
import { usePageWithdrawalsInfiniteQuery } from '../../../domain/withdrawals/withdrawalsApi.ts';
import { isBankChannel } from '../../../domain/wallet/baseCoins.ts';
import { usePagedList, wholePage } from '../../../shared/api/usePagedList.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { RequestList } from './RequestList.tsx';
import { RequestRow } from './RequestRow.tsx';

/** Withdrawals that the user asked for, newest first, with what became of them. */
export function WithdrawalsView() {
  const { t } = useTranslation(['records', 'assets']);
  const isSandbox = useIsSandbox();
  const list = usePagedList(usePageWithdrawalsInfiniteQuery({}), wholePage, { isStreamed: true });
  return (
    <RequestList
      label={t('view.withdrawals')}
      list={list}
      empty={t('empty.withdrawals')}
      action={{ label: t('actions.withdraw', { ns: 'assets' }), to: paths.withdraw() }}
      renderItem={(withdrawal) => (
        <RequestRow
          kind="withdraw_hold"
          amount={withdrawal.amount}
          unit={withdrawal.settlement ?? withdrawal.channel}
          way={[isBankChannel(withdrawal.channelId) ? t('bank') : withdrawal.channel, withdrawal.chain]}
          request={withdrawal}
          note={
            (withdrawal.isTest ?? isSandbox) && withdrawal.status === 'passed' ? t('detail.nothingPaid') : undefined
          }
          to={paths.withdrawDetail({ id: withdrawal.id })}
        />
      )}
    />
  );
}
