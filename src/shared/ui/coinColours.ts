/** Colours of known coins, light enough for dark letters. */
const KNOWN: Readonly<Record<string, string>> = {
  BTC: '#f7a83b',
  ETH: '#8aa2f8',
  SOL: '#6fe3c1',
  XRP: '#b9c4d6',
  LTC: '#9db7dd',
  DOGE: '#e3c66f',
  USDT: '#62c9a6',
};

/** Colour of a coin; an unknown coin has a constant one, computed from its letters. */
export function coinColour(symbol: string): string {
  const known = KNOWN[symbol];
  if (known !== undefined) return known;
  const hash = Array.from(symbol).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7);
  return `hsl(${hash} 55% 72%)`;
}
