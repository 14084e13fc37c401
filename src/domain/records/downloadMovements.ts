/** All movements as one CSV file, made by the exchange. */
import * as z from 'zod/mini';
import { MOVEMENTS_CSV_PATH, movementsCsvRequest } from '@halyard/contract/calls/records';
import { downloadFile } from '../../shared/api/downloadFile.ts';
import type { MovementFilter } from './recordsApi.ts';

/** Reads the movements of a filter, all of them without one, and hands the file to the user. */
export function downloadMovements(filter: MovementFilter) {
  return downloadFile({
    path: MOVEMENTS_CSV_PATH,
    query: z.encode(movementsCsvRequest, filter),
    name: 'movements.csv',
  });
}
