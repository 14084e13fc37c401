import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { WithdrawalAddress } from '@halyard/contract/withdrawals/calls';
import { BASE_COINS, type BaseCoin } from '../../domain/wallet/baseCoins.ts';
import { useListAddressesQuery } from '../../domain/withdrawals/addressesApi.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useBack } from '../../shared/navigation/useBack.ts';
import { ButtonLink } from '../../shared/ui/ButtonLink.tsx';
import { CoinIcon } from '../../shared/ui/CoinIcon.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { ListRow } from '../../shared/ui/ListRow.tsx';
import { Loading } from '../../shared/ui/Loading.tsx';
import { NavBar } from '../../shared/ui/NavBar.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import styles from './Addresses.module.css';
import { WhitelistSwitch } from './WhitelistSwitch.tsx';

/** The book of withdrawal addresses, by coin (specification, section 2). */
export function AddressesPage() {
  const { t } = useTranslation('addresses');
  const back = useBack();
  const { data: book, error, refetch } = useListAddressesQuery();
  const failure = book === undefined ? (error as AppError | undefined) : undefined;
  return (
    <Page
      header={<NavBar title={t('title')} onBack={back} />}
      footer={<ButtonLink to={paths.createAddress()}>{t('add')}</ButtonLink>}
    >
      <WhitelistSwitch />
      {failure !== undefined && <ErrorState what={appErrorText(failure)} onRetry={() => void refetch()} />}
      {failure === undefined && book === undefined && <AddressesLoading />}
      {book?.length === 0 && <EmptyState text={t('empty')} />}
      {book !== undefined && BASE_COINS.map((coin) => <CoinAddresses key={coin.id} coin={coin} book={book} />)}
    </Page>
  );
}

function CoinAddresses({ coin, book }: { coin: BaseCoin; book: readonly WithdrawalAddress[] }) {
  const { t } = useTranslation('addresses');
  const own = book.filter(({ channelId }) => channelId === coin.id);
  if (own.length === 0) return null;
  return (
    <section aria-label={t('list', { coin: coin.name })}>
      <h2 className={styles['heading']}>{coin.name}</h2>
      <ul className={styles['rows']}>
        {own.map(({ id, label, chain, address }) => (
          <li key={id}>
            <ListRow
              start={<CoinIcon symbol={coin.name} />}
              title={label === '' ? chain : `${label} · ${chain}`}
              detail={<span className={styles['mono']}>{address}</span>}
              end={<ChevronRight aria-hidden />}
              to={paths.address({ id })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The book, or one entry of it, before it is known. */
export function AddressesLoading() {
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
