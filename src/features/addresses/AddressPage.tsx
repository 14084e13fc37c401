import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { WithdrawalAddress } from '@halyard/contract/withdrawals/calls';
import { BASE_COINS } from '../../domain/wallet/baseCoins.ts';
import { addressRemoval, useListAddressesQuery } from '../../domain/withdrawals/addressesApi.ts';
import { RemoveButton } from '../../domain/withdrawals/RemoveButton.tsx';
import { useGetWithdrawalTermsQuery } from '../../domain/withdrawals/withdrawalsApi.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useBack } from '../../shared/navigation/useBack.ts';
import { Button, ButtonLink } from '../../shared/ui/Button.tsx';
import { CopyRow } from '../../shared/ui/CopyRow.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { FormLoading } from '../../shared/ui/FormLoading.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import { FormEnd } from '../../shared/ui/MoneyButton.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import styles from './Addresses.module.css';

/** One withdrawal address, `?id=`. */
export function AddressPage() {
  const { t } = useTranslation('addresses');
  const back = useBack();
  const [query] = useSearchParams();
  const { data: book, error, refetch } = useListAddressesQuery();
  const entry = book?.find(({ id }) => String(id) === query.get('id'));
  const failure = book === undefined ? (error as AppError | undefined) : undefined;
  return (
    <Page header={<NavBar title={t('oneTitle')} />}>
      {failure !== undefined && <ErrorState error={failure} onRetry={refetch} />}
      {failure === undefined && book === undefined && <FormLoading />}
      {book !== undefined && entry === undefined && (
        <EmptyState
          text={t('missing')}
          action={
            <ButtonLink kind="ghost" size="small" to={paths.addresses()}>
              {t('title')}
            </ButtonLink>
          }
        />
      )}
      {entry !== undefined && <Entry entry={entry} onRemoved={back} />}
    </Page>
  );
}

function Entry({ entry, onRemoved }: { entry: WithdrawalAddress; onRemoved: () => void }) {
  const { t } = useTranslation('addresses');
  const format = useFormat();
  const holdId = useId();
  const { channelId, address, label, chain, at } = entry;
  const { data: terms, isLoading } = useGetWithdrawalTermsQuery(channelId);
  const hold = terms?.holds?.find(({ addressId }) => addressId === entry.id);
  const coin = entry.channel ?? BASE_COINS.find(({ id }) => id === channelId)?.name ?? '';
  return (
    <div className={styles['stack']}>
      <div data-side="start">
        <h2 className={styles['name']}>{label === '' ? t('noLabel') : label}</h2>
        <CopyRow label={t('address')} value={address} variant="groups" />
      </div>
      <div data-side="end">
        <KeyValue
          items={[
            { label: t('coin'), value: coin },
            { label: t('chain'), value: chain },
            ...(at === undefined ? [] : [{ label: t('since'), value: format.moment(Date.parse(at), 'dayMinute') }]),
          ]}
        />
      </div>
      <FormEnd>
        {isLoading || hold !== undefined ? (
          <>
            <Button disabled aria-describedby={holdId}>
              {t('withdraw')}
            </Button>
            {hold !== undefined && (
              <p id={holdId} className={styles['held']}>
                {t('held', { time: format.moment(Date.parse(hold.until), 'dayMinute') })}
              </p>
            )}
          </>
        ) : (
          <ButtonLink to={paths.withdraw({ channel: channelId, address: entry.id })}>{t('withdraw')}</ButtonLink>
        )}
      </FormEnd>
      <RemoveButton
        mutation={addressRemoval}
        request={{ id: entry.id }}
        notice="ADDRESS_REMOVED"
        texts={{ remove: t('remove'), ask: t('removeAsk'), explain: t('removeExplain'), keep: t('keep') }}
        onRemoved={onRemoved}
      />
    </div>
  );
}
