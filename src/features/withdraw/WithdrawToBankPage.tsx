import { useNavigate } from 'react-router-dom';
import { BASE_COINS } from '../../domain/wallet/baseCoins.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { WithdrawScreen } from './WithdrawScreen.tsx';

const BANK_COIN = BASE_COINS.find(({ isBank }) => isBank);

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
