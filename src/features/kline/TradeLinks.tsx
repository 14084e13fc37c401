import { useTranslation } from 'react-i18next';
import { paths } from '../../shared/navigation/paths.ts';
import { ButtonLink } from '../../shared/ui/ButtonLink.tsx';

type TradeLinksProps = {
  symbol: string;
  /** Replaces the full screen's history entry. */
  replace?: boolean;
};

/** Links from a market's chart to its tickets. */
export function TradeLinks({ symbol, replace = false }: TradeLinksProps) {
  const { t } = useTranslation('kline');
  return (['buy', 'sell'] as const).map((side) => (
    <ButtonLink key={side} kind={side} to={paths.trade({ symbol, side })} replace={replace}>
      {t(side)}
    </ButtonLink>
  ));
}
