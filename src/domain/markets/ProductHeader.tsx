import { memo, type ReactNode, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Market } from '@halyard/contract/market/calls';
import { useBack } from '../../shared/navigation/useBack.ts';
import { NavBar } from '../../shared/ui/NavBar.tsx';
import { OptionList } from '../../shared/ui/OptionList.tsx';
import { PairButton } from '../../shared/ui/PairButton.tsx';
import { Sheet } from '../../shared/ui/Sheet.tsx';
import { SourceLabel } from '../../shared/ui/SourceLabel.tsx';

/** The shown market and the choice of others. */
export type ProductMarkets = {
  symbol: string | undefined;
  source: Market['priceSource'] | undefined;
  /** All markets of the product. */
  symbols: readonly string[];
};

type ProductHeaderProps = ProductMarkets & {
  /** Title of the market choice. */
  title: string;
  /** Path of the product's page for another market. */
  pathTo: (market: { symbol: string }) => string;
  /** Whether to show a back button; tabs have none. */
  hasBack?: boolean;
  /** Must be the same element on every render, or the header redraws with every price. */
  actions: ReactNode;
};

const isSame = ({ symbols: before, ...a }: ProductHeaderProps, { symbols: now, ...b }: ProductHeaderProps) =>
  before.join() === now.join() && Object.entries(a).every(([name, value]) => value === b[name as keyof typeof b]);

/** Header of a product page: the pair, which opens the market choice, and the source of its prices. */
export const ProductHeader = memo(function ProductHeader(props: ProductHeaderProps) {
  const { symbol, source, symbols, title, pathTo, hasBack = false, actions } = props;
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const back = useBack();
  const listId = useId();
  return (
    <>
      <NavBar
        onBack={hasBack ? back : undefined}
        title={<PairButton label={symbol ?? title} onClick={() => setOpen(true)} />}
        beside={source !== undefined && <SourceLabel source={source} isShort />}
        actions={actions}
      />
      <Sheet isOpen={isOpen} onOpenChange={setOpen} title={title}>
        <OptionList
          id={listId}
          label={title}
          value={symbol}
          options={symbols.map((value) => ({ value, label: value }))}
          onChoose={(chosen) => {
            setOpen(false);
            void navigate(pathTo({ symbol: chosen }), { replace: true });
          }}
          hasSearch={symbols.length > 10}
        />
      </Sheet>
    </>
  );
}, isSame);
