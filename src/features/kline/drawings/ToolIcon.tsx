import type { DrawingKind } from '@halyard/contract/user/drawings';

/** Lines, and the points that a finger sets. */
const ICONS: Readonly<Record<DrawingKind, readonly [lines: string, ...points: (readonly [number, number])[]]>> = {
  level: ['M2 12h8m4 0h8', [12, 12]],
  trend: ['M6.4 17.6 17.6 6.4', [5, 19], [19, 5]],
  ray: ['M6.4 17.6l5.2-5.2M14.4 9.6 22 2', [5, 19], [13, 11]],
  channel: ['M4.4 13.6 13.6 4.4M10 20 21 9', [3, 15], [15, 3]],
  box: ['M6 5h13v12M18 19H5V7', [4, 5], [20, 19]],
  fib: ['M3 4h14M3 9.3h18M3 14.6h18M7 20h14', [19, 4], [5, 20]],
  range: ['M4 4h16M4 20h16M12 20V7M8.5 10.5 12 7l3.5 3.5'],
  text: ['M5 7V4h14v3M12 4v16M9 20h6'],
};

/** The picture of a kind of drawing. */
export function ToolIcon({ kind }: { kind: DrawingKind }) {
  const [lines, ...points] = ICONS[kind];
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" strokeLinecap="round" aria-hidden>
      <path d={lines} />
      {points.map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="2" />
      ))}
    </svg>
  );
}
