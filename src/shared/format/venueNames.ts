/** Names of venues as they write them. */
const NAMES: Readonly<Record<string, string>> = {
  binance: 'Binance',
  bybit: 'Bybit',
  coinbase: 'Coinbase',
  kraken: 'Kraken',
  okx: 'OKX',
};

export function venueName(venue: string): string {
  return NAMES[venue] ?? venue;
}

export function venueNames(venues: readonly string[]): string {
  return venues.map(venueName).join(', ');
}
