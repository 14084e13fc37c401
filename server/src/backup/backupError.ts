/** A backup cannot be made, opened or restored; the message is one line for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}

/** Fault of a file or folder, in one line. */
export function fileFault(path: string, error: unknown): BackupError {
  if (error instanceof BackupError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new BackupError(`There is no room left for ${path}.`);
  return new BackupError(`${path}: ${code ?? message}`);
}
