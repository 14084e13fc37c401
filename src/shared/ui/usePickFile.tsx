import { type ChangeEvent, useRef } from 'react';

/** Types of the pictures that can be uploaded. */
export const PICTURES = 'image/jpeg,image/png,image/webp';

/** `capture`: camera that opens instead of the files. */
export type FilePick = {
  /** Action of the button. */
  readonly label: string;
  /** Types of files, as in `<input accept>`. */
  readonly accept: string;
  readonly capture?: 'environment' | 'user' | undefined;
  readonly isDisabled?: boolean;
  readonly onChoose: (file: File) => void;
};

/** A hidden input beside a button that calls `open`: its own text would be in the browser's language. */
export function usePickFile({ label, accept, capture, isDisabled = false, onChoose }: FilePick) {
  const field = useRef<HTMLInputElement>(null);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // Choosing the same file again must be a change.
    target.value = '';
    if (file !== undefined) onChoose(file);
  };
  const input = (
    <input
      ref={field}
      type="file"
      hidden
      tabIndex={-1}
      aria-label={label}
      accept={accept}
      capture={capture}
      disabled={isDisabled}
      onChange={choose}
    />
  );
  return { open: () => field.current?.click(), input } as const;
}
