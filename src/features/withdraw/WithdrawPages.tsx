import { useNavigate, useSearchParams } from 'react-router-dom';
import { BASE_COINS } from '../../domain/wallet/baseCoins.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { WithdrawScreen } from './WithdrawScreen.tsx';

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
