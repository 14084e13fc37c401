/** Tables of orders, which only a desktop loads. */
import { lazyPart } from '../../../shared/pwa/lazyPart.tsx';

export const OpenOrderTable = lazyPart(async () => (await import('./OrderTables.tsx')).OpenOrderTable);
export const HistoryTable = lazyPart(async () => (await import('./OrderTables.tsx')).HistoryTable);
export const FillTable = lazyPart(async () => (await import('./OrderTables.tsx')).FillTable);
