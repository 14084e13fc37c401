/** Drawings on this device, as far as the page knows of them before their code has loaded. */
import { readText } from '../../shared/storage/localStore.ts';

/** Storage key of an owner's drawings in a market. */
export function drawingsKey(owner: string, name: `drawings:${string}`): string {
  return `${name}:${owner}`;
}

/** Whether this owner has ever drawn in a market here. */
export function hasStoredDrawings(owner: string, symbol: string): boolean {
  return readText(drawingsKey(owner, `drawings:${symbol}`)) !== undefined;
}
