import { useState } from 'react';
import { useAppDispatch } from '../store/hooks.ts';
import type { AppError } from './appError.ts';
import type { Download, DownloadThunk } from './downloadFile.ts';

type Done = Exclude<Download['outcome'], 'failed'>;

/**
 * Saving files from a button: `save` runs a download and `onDone` hears how it went unless it failed, which `error`
 * tells until the next try.
 */
export function useDownload(onDone: (outcome: Done) => void) {
  const dispatch = useAppDispatch();
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<AppError>();

  async function save(download: DownloadThunk): Promise<void> {
    setSaving(true);
    setError(undefined);
    const result = await dispatch(download);
    setSaving(false);
    if (result.outcome === 'failed') setError(result.error);
    else onDone(result.outcome);
  }

  return { save, isSaving, error } as const;
}
