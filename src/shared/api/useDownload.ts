import { useState } from 'react';
import { useAppDispatch } from '../store/hooks.ts';
import type { AppError } from './appError.ts';
import type { Download, DownloadThunk } from './downloadFile.ts';

type Done = Exclude<Download['outcome'], 'failed'>;

/**
 * State of a download button: `save` runs a download, `onDone` receives its outcome unless it failed, and `error` holds
 * the failure until the next try.
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
