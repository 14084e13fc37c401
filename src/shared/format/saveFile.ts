/**
 * Hands a file to the user: by the share sheet on phones, where a download vanishes or opens in place, and as a
 * download elsewhere.
 */
import type { CodedError } from '@halyard/contract/errors';

/** Result of saving. `dismissed`: the user closed the share sheet. A page only learns that a download has begun. */
export type SaveResult =
  | { readonly outcome: 'shared' | 'downloaded' | 'dismissed' }
  | { readonly outcome: 'failed'; readonly error: CodedError<'FILE_SAVE_FAILED'> };

// Safari reads the URL after the click, and some browsers first ask for a location.
const ADDRESS_GOOD_MS = 60_000;

/**
 * Saves `blob` under `name`, which ends in the extension of its type. Never throws. Call it from a user gesture, which
 * sharing requires.
 */
export async function saveFile(blob: Blob, name: string): Promise<SaveResult> {
  try {
    const shared = await share(new File([blob], name, { type: blob.type }));
    if (shared !== undefined) return { outcome: shared };
    download(blob, name);
    return { outcome: 'downloaded' };
  } catch {
    return { outcome: 'failed', error: { code: 'FILE_SAVE_FAILED' } };
  }
}

/** `undefined` if files cannot be shared, or not now: the download remains. */
async function share(file: File): Promise<'shared' | 'dismissed' | undefined> {
  const data = { files: [file] };
  if (!isPhone() || !canShare(data)) return undefined;
  try {
    await navigator.share(data);
    return 'shared';
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'dismissed' : undefined;
  }
}

// Some browsers have no sharing at all.
function canShare(data: ShareData): boolean {
  const sharing: Partial<Navigator> = navigator;
  return sharing.canShare?.(data) ?? false;
}

function isPhone(): boolean {
  return window.matchMedia('(pointer: coarse)').matches;
}

function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), ADDRESS_GOOD_MS);
}
