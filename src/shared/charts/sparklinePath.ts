/** Space for the stroke width. */
const INSET = 2;

/** Narrower than this, neighbouring values are noise: each point is the mean of those around it. */
const POINT_PX = 3;

type Point = { readonly x: number; readonly y: number };

/**
 * SVG path of values spread over a width as a smooth line, the highest at the top and the lowest at the bottom; empty
 * for fewer than two. The first and the last value are exact.
 */
export function sparklinePath(values: readonly number[], width: number, height: number): string {
  if (values.length < 2) return '';
  const shown = thinned(values, Math.max(2, Math.floor(width / POINT_PX)));
  const lowest = Math.min(...shown);
  const spread = Math.max(...shown) - lowest;
  const points = shown.map((value, place) => {
    const x = (place / (shown.length - 1)) * width;
    // Constant values make a line through the middle.
    const share = spread === 0 ? 0.5 : (value - lowest) / spread;
    return { x, y: height - INSET - share * (height - 2 * INSET) };
  });
  const [first, ...rest] = points;
  const last = rest.at(-1);
  if (first === undefined || last === undefined) return '';
  // Curves from the middle of one piece to the middle of the next, bent towards the point between them.
  const bends = rest.slice(0, -1).map((point, place) => `Q${at(point)} ${at(between(point, rest[place + 1] ?? last))}`);
  return `M${at(first)}${bends.join('')}L${at(last)}`;
}

/** At most `count` values: means of equal parts, with the first and the last value as they are. */
function thinned(values: readonly number[], count: number): readonly number[] {
  if (values.length <= count) return values;
  const size = values.length / count;
  const means = Array.from({ length: count }, (_, place) => {
    const part = values.slice(Math.floor(place * size), Math.floor((place + 1) * size));
    return part.reduce((sum, value) => sum + value, 0) / part.length;
  });
  return [values[0] ?? 0, ...means.slice(1, -1), values.at(-1) ?? 0];
}

function between(one: Point, other: Point): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

function at({ x, y }: Point): string {
  return `${x.toFixed(1)},${y.toFixed(1)}`;
}
