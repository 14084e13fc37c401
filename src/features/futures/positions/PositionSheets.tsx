import { Suspense, useState } from 'react';
import { useLiveAccount, useLivePositions } from '../../../domain/futures/useFutures.ts';
import { useLastKnown } from '../../../shared/hooks/useLastKnown.ts';
import { lazyPart } from '../../../shared/pwa/lazyPart.tsx';
import { PositionSheet } from '../history/PositionSheet.tsx';
import type { OpenSheet } from '../futuresTypes.ts';

const CloseSheet = lazyPart(async () => (await import('./CloseSheet.tsx')).CloseSheet);
const StopsSheet = lazyPart(async () => (await import('./StopsSheet.tsx')).StopsSheet);
const MarginSheet = lazyPart(async () => (await import('./MarginSheet.tsx')).MarginSheet);
const ReverseSheet = lazyPart(async () => (await import('./ReverseSheet.tsx')).ReverseSheet);

const SHEETS = { close: CloseSheet, stops: StopsSheet, margin: MarginSheet, reverse: ReverseSheet } as const;

type PositionSheetsProps = { sheet: OpenSheet | undefined; onClose: () => void };

/** The opened sheet, with the position's current state. */
export function PositionSheets({ sheet, onClose }: PositionSheetsProps) {
  const account = useLiveAccount();
  const { positions: pending } = useLivePositions('pending');
  const last = useLastKnown(sheet);
  const opening = useOpening(sheet !== undefined);
  if (last === undefined) return null;
  const { kind, position, drawn } = last;
  const live = account.positions.find((each) => each.position.id === position.id);
  const waiting = pending?.find(({ id }) => id === position.id);
  const now = live?.position ?? waiting ?? position;
  if (kind === 'detail') {
    return <PositionSheet position={sheet && now} live={live} onClose={onClose} />;
  }
  const Shown = SHEETS[kind];
  return (
    <Suspense fallback={null}>
      <Shown
        // Drops texts of an earlier opening, which could write an old stop back.
        key={`${opening}-${kind}-${position.id}-${JSON.stringify(drawn)}`}
        isOpen={sheet !== undefined}
        onClose={onClose}
        position={now}
        live={live}
        cross={account.cross}
        free={account.free}
        drawn={drawn}
      />
    </Suspense>
  );
}

/** How often a sheet has opened. */
function useOpening(isOpen: boolean): number {
  const [last, setLast] = useState({ isOpen, count: 0 });
  if (isOpen !== last.isOpen) setLast({ isOpen, count: isOpen ? last.count + 1 : last.count });
  return last.count;
}
