/** A private picture: read with its owner's token, shown from memory, released afterwards. */
import { useCallback, useEffect, useState } from 'react';
import type { AppError } from '../../shared/api/appError.ts';
import { useAppDispatch } from '../../shared/store/hooks.ts';
import { readOwnFile } from './uploadsThunks.ts';

type Shown = { readonly path: string; readonly url?: string; readonly error?: AppError };

/**
 * `url` is valid while the component is mounted and the path unchanged; without a path nothing is read. Errors: those
 * of `readOwnFile`.
 */
export function usePrivatePicture(path: string | undefined) {
  const dispatch = useAppDispatch();
  const [shown, setShown] = useState<Shown>();
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (path === undefined) return undefined;
    let isOver = false;
    let url: string | undefined;
    const show = async () => {
      const read = await dispatch(readOwnFile(path));
      if (isOver) return;
      if ('blob' in read) {
        url = URL.createObjectURL(read.blob);
        setShown({ path, url });
      } else setShown({ path, error: read.error });
    };
    void show();
    return () => {
      isOver = true;
      if (url !== undefined) URL.revokeObjectURL(url);
      setShown(undefined);
    };
  }, [path, attempt, dispatch]);

  // A picture of another path is not shown, not even for one render.
  const current = shown?.path === path ? shown : undefined;
  return {
    url: current?.url,
    error: current?.error,
    isLoading: path !== undefined && current === undefined,
    retry: useCallback(() => setAttempt((count) => count + 1), []),
  };
}
