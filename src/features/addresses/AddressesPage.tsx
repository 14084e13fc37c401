import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WithdrawalAddress, Whitelist } from '@halyard/contract/withdrawals/calls';
import { BASE_COINS, type BaseCoin } from '../../domain/wallet/baseCoins.ts';
import {
  useListAddressesQuery,
  useGetWhitelistQuery,
  useSetWhitelistMutation,
} from '../../domain/withdrawals/addressesApi.ts';
import { useGetWithdrawalTermsQuery } from '../../domain/withdrawals/withdrawalsApi.ts';
import { type AppError, isAppError } from '../../shared/api/appError.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { Button, ButtonLink } from '../../shared/ui/Button.tsx';
import { CoinIcon } from '../../shared/ui/CoinIcon.tsx';
import { ConfirmSheet } from '../../shared/ui/ConfirmSheet.tsx';
import { Groups } from '../../shared/ui/CopyRow.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { ListRow } from '../../shared/ui/ListRow.tsx';
import { Loading, Skeleton } from '../../shared/ui/Skeleton.tsx';
import { FormEnd } from '../../shared/ui/MoneyButton.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { Switch } from '../../shared/ui/Switch.tsx';
import styles from './Addresses.module.css';

/** The user's withdrawal addresses, by coin. */
export function AddressesPage() {
  const { t } = useTranslation('addresses');
  const { data: book, error, refetch } = useListAddressesQuery();
  const failure = book === undefined ? (error as AppError | undefined) : undefined;
  return (
    <Page header={<NavBar title={t('title')} />}>
      <div className={styles['book']}>
        <div data-side="end">
          <WhitelistSwitch />
        </div>
        <div data-side="start">
          {failure !== undefined && <ErrorState error={failure} onRetry={refetch} />}
          {failure === undefined && book === undefined && <AddressesLoading />}
          {book?.length === 0 && <EmptyState text={t('empty')} />}
          {book !== undefined && BASE_COINS.map((coin) => <CoinAddresses key={coin.id} coin={coin} book={book} />)}
        </div>
        <FormEnd>
          <ButtonLink to={paths.createAddress()}>{t('add')}</ButtonLink>
        </FormEnd>
      </div>
    </Page>
  );
}

function CoinAddresses({ coin, book }: { coin: BaseCoin; book: readonly WithdrawalAddress[] }) {
  const { t } = useTranslation('addresses');
  const format = useFormat();
  const own = book.filter(({ channelId }) => channelId === coin.id);
  const { data: terms } = useGetWithdrawalTermsQuery(coin.id, { skip: own.length === 0 });
  if (own.length === 0) return null;
  return (
    <section aria-label={t('list', { coin: coin.name })}>
      <h2 className={styles['heading']}>{coin.name}</h2>
      <ul className={styles['rows']}>
        {own.map(({ id, label, chain, address, at }) => {
          const hold = terms?.holds?.find(({ addressId }) => addressId === id);
          return (
            <li key={id}>
              <ListRow
                start={<CoinIcon symbol={coin.name} />}
                title={label === '' ? chain : `${label} · ${chain}`}
                detail={
                  <>
                    <span className={styles['mono']}>
                      <Groups value={address} />
                    </span>
                    {at !== undefined && `${t('since')} ${format.moment(Date.parse(at), 'date')}`}
                    {hold !== undefined && (
                      <span className={styles['held']}>
                        {t('held', { time: format.moment(Date.parse(hold.until), 'dayMinute') })}
                      </span>
                    )}
                  </>
                }
                hasChevron
                to={paths.address({ id })}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function AddressesLoading() {
  return (
    <Loading>
      <div className={styles['stack']}>
        <Skeleton shape="block" height={56} />
        <Skeleton shape="block" height={56} />
        <Skeleton shape="block" height={56} />
      </div>
    </Loading>
  );
}

/** The withdrawal whitelist: what it does, its state, and when it ends. Renders nothing when the server lacks it. */
function WhitelistSwitch() {
  const { data: whitelist } = useGetWhitelistQuery();
  return whitelist === undefined ? null : <Known whitelist={whitelist} />;
}

function Known({ whitelist: { isOn, offAt, hours } }: { whitelist: Whitelist }) {
  const { t } = useTranslation('addresses');
  const format = useFormat();
  const { isAsking, setAsking, change, isLoading, error } = useChange();
  const isEnding = offAt !== null;
  const ending = hours === 0 ? t('whitelist.offNow') : t('whitelist.offExplain', { count: hours });
  const consequence = isOn ? ending : t('whitelist.onExplain');
  return (
    <section aria-label={t('whitelist.title')} className={styles['whitelist']}>
      <Switch
        label={t('whitelist.title')}
        isOn={isOn}
        // Cancelling a requested end needs no confirmation.
        onChange={() => (isEnding ? void change(true) : setAsking(true))}
      />
      <p className={styles['note']}>{t(isOn ? 'whitelist.isOn' : 'whitelist.isOff')}</p>
      {isEnding && (
        <>
          <p role="status" className={styles['ends']}>
            {t('whitelist.ends', { time: format.moment(Date.parse(offAt), 'dayMinute') })}
          </p>
          <Button kind="ghost" isLoading={isLoading} onClick={() => void change(true)}>
            {t('whitelist.stay')}
          </Button>
          {error !== undefined && <p role="alert">{appErrorText(error)}</p>}
        </>
      )}
      <ConfirmSheet
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={t(isOn ? 'whitelist.offAsk' : 'whitelist.onAsk')}
        description={consequence}
        kind={isOn ? 'danger' : 'primary'}
        confirmLabel={t(isOn ? 'whitelist.off' : 'whitelist.on')}
        onConfirm={() => void change(!isOn)}
        isConfirming={isLoading}
        error={error && appErrorText(error)}
      />
    </section>
  );
}

function useChange() {
  const [isAsking, setAsking] = useState(false);
  const [error, setError] = useState<AppError>();
  const [send, { isLoading }] = useSetWhitelistMutation();
  async function change(isOn: boolean): Promise<void> {
    setError(undefined);
    try {
      await send({ isOn }).unwrap();
      setAsking(false);
    } catch (cause) {
      setError(isAppError(cause) ? cause : { code: 'UNKNOWN' });
    }
  }
  return { isAsking, setAsking, change, isLoading, error } as const;
}
