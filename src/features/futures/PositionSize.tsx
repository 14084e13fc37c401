import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import { Num } from '../../shared/format/Num.tsx';

type PositionSizeProps = { of: Pick<FuturesPosition, 'lots' | 'quantity' | 'symbol'> };

/** The lots of a position, and what they are of the coin. */
export function PositionSize({ of: { lots, quantity, symbol } }: PositionSizeProps) {
  return (
    <>
      {`${lots} · `}
      <Num kind="amount" value={quantity} unit={symbol.split('/')[0]} />
    </>
  );
}
