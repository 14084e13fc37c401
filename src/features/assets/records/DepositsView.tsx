import { useTranslation } from 'react-i18next';
import { usePageDepositsInfiniteQuery } from '../../../domain/deposits/depositsApi.ts';
import { isBankChannel } from '../../../domain/wallet/baseCoins.ts';
import { usePagedList, wholePage } from '../../../shared/api/usePagedList.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { RequestList } from './RequestList.tsx';
import { RequestRow } from './RequestRow.tsx';

/** Deposits that the user declared, newest first, with what became of them. */
export function DepositsView() {
  const { t } = useTranslation(['records', 'assets']);
  const list = usePagedList(usePageDepositsInfiniteQuery({}), wholePage, { isStreamed: true });
  return (
    <RequestList
      label={t('view.deposits')}
      list={list}
      empty={t('empty.deposits')}
      action={{ label: t('actions.deposit', { ns: 'assets' }), to: paths.deposit() }}
      renderItem={(deposit) => (
        <RequestRow
          kind="deposit"
          amount={deposit.amount}
          unit={deposit.settlement ?? deposit.channel}
          way={[isBankChannel(deposit.channelId) ? t('bank') : deposit.channel, deposit.chain]}
          request={deposit}
          to={paths.depositCharge({ id: deposit.id })}
        />
      )}
    />
  );
}
