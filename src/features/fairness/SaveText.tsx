import { Download } from 'lucide-react';
import { saveFile } from '../../shared/format/saveFile.ts';
import { errorText } from '../../shared/i18n/errorText.ts';
import { Button, type ButtonKind } from '../../shared/ui/Button.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';

type SaveTextProps = { name: string; text: string; label: string; kind?: ButtonKind };

/** Saves a text as a file. */
export function SaveText({ name, text, label, kind = 'quiet' }: SaveTextProps) {
  const save = async () => {
    const saved = await saveFile(new Blob([text], { type: typeOf(name) }), name);
    if (saved.outcome === 'failed') showToast({ kind: 'error', text: errorText(saved.error.code) });
  };
  return (
    <Button kind={kind} size="small" onClick={() => void save()}>
      <Download aria-hidden />
      {label}
    </Button>
  );
}

function typeOf(name: string): string {
  return name.endsWith('.json') ? 'application/json' : 'text/plain';
}
