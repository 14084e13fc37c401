import * as z from 'zod/mini';
import { OPTIONS_CSV_PATH, optionsCsvRequest } from '@halyard/contract/options/calls';
import { downloadFile } from '../../shared/api/downloadFile.ts';
import type { OptionFilter } from './optionsApi.ts';

/** Saves the options of a filter as a CSV file made by the exchange; all options without a filter. */
export function downloadOptions(filter: OptionFilter) {
  return downloadFile({ path: OPTIONS_CSV_PATH, query: z.encode(optionsCsvRequest, filter), name: 'options.csv' });
}
