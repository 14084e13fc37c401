/** Space for the stroke width. */
const INSET = 2;

/**
 * SVG path of values spread over a width, the highest at the top and the lowest at the bottom; empty for fewer than
 * two.
 */
export function sparklinePath(values: readonly number[], width: number, height: number): string {
  if (values.length < 2) return '';
  const lowest = Math.min(...values);
  const spread = Math.max(...values) - lowest;
  const points = values.map((value, place) => {
    const x = (place / (values.length - 1)) * width;
    // Constant values make a line through the middle.
    const share = spread === 0 ? 0.5 : (value - lowest) / spread;
    const y = height - INSET - share * (height - 2 * INSET);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return `M${points.join('L')}`;
}
