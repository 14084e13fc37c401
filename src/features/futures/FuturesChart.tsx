import { Suspense, useCallback, useState } from 'react';
import type { Market } from '@halyard/contract/market/calls';
import type { Decimal } from '@halyard/contract/money';
import { TradeChart } from '../../domain/charts/TradeChart.tsx';
import { useLivePositions } from '../../domain/futures/useFutures.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import type { FuturesMarket } from './futuresTypes.ts';
import type { OpenSheet } from './positions/sheetKinds.ts';
import { stopLine, useFuturesMarks } from './useFuturesMarks.ts';

const PositionSheets = lazyPart(async () => (await import('./positions/PositionSheets.tsx')).PositionSheets);

type Drawn = { readonly line: string; readonly price: Decimal };

/** The market's chart with the user's positions. A stop that is drawn elsewhere is asked about before it moves. */
export function FuturesChart({ market, facts }: { market: Market; facts: FuturesMarket }) {
  const [drawn, setDrawn] = useState<Drawn>();
  const onMove = useCallback((line: string, price: Decimal) => setDrawn({ line, price }), []);
  return (
    <>
      <TradeChart market={market} marks={useFuturesMarks(facts, onMove)} />
      {drawn !== undefined && <DrawnStop drawn={drawn} />}
    </>
  );
}

function DrawnStop({ drawn }: { drawn: Drawn }) {
  const { positions } = useLivePositions('trading');
  const [closed, setClosed] = useState<Drawn>();
  return (
    <Suspense fallback={null}>
      <PositionSheets
        sheet={closed === drawn ? undefined : sheetOf(drawn, positions ?? [])}
        onClose={() => setClosed(drawn)}
      />
    </Suspense>
  );
}

function sheetOf({ line, price }: Drawn, positions: readonly OpenSheet['position'][]): OpenSheet | undefined {
  for (const position of positions) {
    for (const name of ['profit', 'loss'] as const) {
      if (stopLine(name, position) === line) return { kind: 'stops', position, drawn: { [name]: price } };
    }
  }
  return undefined;
}
