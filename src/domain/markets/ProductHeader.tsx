import { memo, type ReactNode, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Market } from '@halyard/contract/market/calls';
import { useBack } from '../../shared/navigation/useBack.ts';
import { NavBar } from '../../shared/ui/NavBar.tsx';
import { OptionList } from '../../shared/ui/OptionList.tsx';
import { PairButton } from '../../shared/ui/PairButton.tsx';
import { Sheet } from '../../shared/ui/Sheet.tsx';
import { SourceLabel } from '../../shared/ui/SourceLabel.tsx';

/** The market on the screen, and which there are to choose from. */
export type ProductMarkets = {
  symbol: string | undefined;
  source: Market['priceSource'] | undefined;
  /** Of all markets that have the product. */
  symbols: readonly string[];
};

type ProductHeaderProps = ProductMarkets & {
  /** What the choice of a market is called. */
  title: string;
  /** The product's page for another market. */
  pathTo: (market: { symbol: string }) => string;
  /** Whether it is no tab, from which there is no way back. */
  hasBack?: boolean;
  /** At the end; the same element every time, or the header is drawn anew with every price. */
  actions: ReactNode;
};

const isSame = ({ symbols: before, ...a }: ProductHeaderProps, { symbols: now, ...b }: ProductHeaderProps) =>
  before.join() === now.join() && Object.entries(a).every(([name, value]) => value === b[name as keyof typeof b]);

/** A product's pair, which opens the choice of another, and where its prices come from. */
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
