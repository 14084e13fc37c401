import { memo, type ReactNode, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Market } from '@halyard/contract/market/calls';
import { NavBar } from '../../shared/ui/Page.tsx';
import { OptionList } from '../../shared/ui/OptionList.tsx';
import { PairButton } from '../../shared/ui/PairButton.tsx';
import { PickerSheet } from '../../shared/ui/PickerSheet.tsx';
import { SourceLink } from '../../shared/ui/SourceLabel.tsx';
import { useUsualNames } from './usualNames.ts';
import { ProductSwitch } from './ProductSwitch.tsx';

/** The shown market and the choice of others. */
export type ProductMarkets = {
  symbol: string | undefined;
  source: Market['priceSource'] | undefined;
  /** Of live prices. */
  venues?: readonly string[] | undefined;
  /** All markets of the product. */
  symbols: readonly string[];
};

type ProductHeaderProps = ProductMarkets & {
  /** Title of the market choice. */
  title: string;
  /** Path of the product's page for another market. */
  pathTo: (market: { symbol: string }) => string;
  /** Shows the switch between spot and futures. */
  hasSwitch?: boolean;
  /** Whether to show a back button; tabs have none. */
  hasBack?: boolean;
  /** Figures of the market on a desktop. */
  figures?: ReactNode;
  /** Must be the same element on every render, or the header redraws with every price. */
  actions: ReactNode;
};

const isSame = (
  { symbols: before, venues: made, ...a }: ProductHeaderProps,
  { symbols: now, venues: makes, ...b }: ProductHeaderProps,
) =>
  before.join() === now.join() &&
  made?.join() === makes?.join() &&
  // Of both: figures are there on a desktop alone, and a window may become one.
  Object.keys({ ...a, ...b }).every((name) => a[name as keyof typeof a] === b[name as keyof typeof b]);

/** Header of a product page: the pair, which opens the market choice, and the source of its prices. */
export const ProductHeader = memo(function ProductHeader(props: ProductHeaderProps) {
  const {
    symbol,
    source,
    venues,
    symbols,
    title,
    pathTo,
    hasSwitch = false,
    hasBack = false,
    figures,
    actions,
  } = props;
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const listId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const nameOf = useUsualNames();
  return (
    <>
      <NavBar
        back={hasBack}
        title={<PairButton ref={button} label={symbol ?? title} onClick={() => setOpen(true)} />}
        beside={
          source !== undefined && symbol !== undefined && <SourceLink source={source} symbol={symbol} venues={venues} />
        }
        figures={figures}
        actions={
          <>
            {hasSwitch && <ProductSwitch product="futures" symbol={symbol} />}
            {actions}
          </>
        }
      />
      <PickerSheet anchor={button} isOpen={isOpen} onOpenChange={setOpen} title={title}>
        <OptionList
          id={listId}
          label={title}
          value={symbol}
          options={symbols.map((value) => {
            const base = value.split('/')[0] ?? value;
            return { value, label: value, detail: nameOf(base), keywords: nameOf.aliasesOf?.(base).join(' ') };
          })}
          onChoose={(chosen) => {
            setOpen(false);
            void navigate(pathTo({ symbol: chosen }), { replace: true });
          }}
          hasSearch={symbols.length > 10}
        />
      </PickerSheet>
    </>
  );
}, isSame);
