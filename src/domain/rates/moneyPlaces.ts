/** The places that a money of a state is written with: 2 of EUR, none of JPY. */
export function moneyPlaces(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}
