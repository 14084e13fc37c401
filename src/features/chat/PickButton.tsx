import { useRef, type ChangeEvent, type ReactNode } from 'react';
import { IconButton } from '../../shared/ui/IconButton.tsx';

const PICTURES = 'image/jpeg,image/png,image/webp';

type PickButtonProps = {
  icon: ReactNode;
  label: string;
  onChoose: (file: File) => void;
  /** Opens the camera at once. */
  hasCamera?: boolean;
};

/** A button over an input that nobody sees: the input's own words are in the browser's language, not in ours. */
export function PickButton({ icon, label, onChoose, hasCamera = false }: PickButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // The same file chosen once more is a change again.
    target.value = '';
    if (file !== undefined) onChoose(file);
  };
  return (
    <>
      <IconButton icon={icon} label={label} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        aria-label={label}
        accept={hasCamera ? 'image/*' : PICTURES}
        capture={hasCamera ? 'environment' : undefined}
        onChange={choose}
      />
    </>
  );
}
