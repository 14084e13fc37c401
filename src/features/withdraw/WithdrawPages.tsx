import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { BASE_COINS, type BaseCoin } from '../../domain/wallet/baseCoins.ts';
import { useGetWithdrawalTermsQuery } from '../../domain/withdrawals/withdrawalsApi.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { IconButton } from '../../shared/ui/IconButton.tsx';
import { SidesLoading } from '../../shared/ui/SidesLoading.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { Segmented } from '../../shared/ui/Segmented.tsx';
import { useDestinations, WithdrawForm } from './WithdrawForm.tsx';
import styles from './Withdraw.module.css';

const COINS = BASE_COINS.filter(({ isBank }) => !isBank);
const BANK_COIN = BASE_COINS.find(({ isBank }) => isBank);

/** Withdrawing a coin to one of the user's addresses. */
export function WithdrawPage() {
  const navigate = useNavigate();
  const [query, setQuery] = useSearchParams();
  const coin = COINS.find(({ id }) => String(id) === query.get('channel')) ?? COINS[0];
  if (coin === undefined) return null;
  return (
    <WithdrawScreen
      coin={coin}
      onChoose={(next) =>
        next.isBank
          ? void navigate(paths.withdrawToBank(), { replace: true })
          : setQuery({ channel: String(next.id) }, { replace: true })
      }
    />
  );
}

/** Withdrawing to the bound bank card. */
export function WithdrawToBankPage() {
  const navigate = useNavigate();
  if (BANK_COIN === undefined) return null;
  return (
    <WithdrawScreen
      coin={BANK_COIN}
      onChoose={({ id, isBank }) => {
        if (!isBank) void navigate(paths.withdraw({ channel: id }), { replace: true });
      }}
    />
  );
}

type WithdrawScreenProps = { coin: BaseCoin; onChoose: (coin: BaseCoin) => void };

/** The coin, and its form once the terms are loaded. */
function WithdrawScreen({ coin, onChoose }: WithdrawScreenProps) {
  const { t } = useTranslation('withdraw');
  const navigate = useNavigate();
  const records = (
    <IconButton
      icon={<History aria-hidden />}
      label={t('records')}
      onClick={() => void navigate(paths.assetsRecord({ tab: 'withdrawals' }))}
    />
  );
  return (
    <Page header={<NavBar title={t(coin.isBank ? 'bankTitle' : 'title')} actions={records} />}>
      <div className={styles['stack']}>
        <Segmented
          label={t('channel')}
          value={String(coin.id)}
          onValueChange={(id) => {
            const next = BASE_COINS.find((known) => String(known.id) === id);
            if (next !== undefined) onChoose(next);
          }}
          options={BASE_COINS.map(({ id, name, isBank }) => ({ value: String(id), label: isBank ? t('bank') : name }))}
        />
        {/* Another coin is another form: typed values must not carry over. */}
        <Terms key={coin.id} coin={coin} />
      </div>
    </Page>
  );
}

function Terms({ coin }: { coin: BaseCoin }) {
  const { data: terms, error, refetch } = useGetWithdrawalTermsQuery(coin.id);
  const destinations = useDestinations(coin);
  const failure = (terms === undefined ? (error as AppError | undefined) : undefined) ?? destinations.error;
  if (failure !== undefined) {
    return (
      <ErrorState
        error={failure}
        onRetry={() => {
          void refetch();
          destinations.retry();
        }}
      />
    );
  }
  if (terms === undefined || destinations.list === undefined)
    return <SidesLoading start={[56, 56, 56]} end={[80, 46, 46]} />;
  return <WithdrawForm coin={coin} terms={terms} destinations={destinations.list} />;
}
