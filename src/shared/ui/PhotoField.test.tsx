// A picture is taken or chosen, shown, uploaded with progress, retried, and removed only after confirmation. The form
// around the field holds its state, as screens do.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { renderUi } from '../../testing/renderUi.tsx';
import { startI18n } from '../i18n/i18n.ts';
import { PhotoField, type PhotoValue } from './PhotoField.tsx';

const picture = new File(['pixels'], 'front.jpg', { type: 'image/jpeg' });
const paper = new File(['%PDF-'], 'voucher.pdf', { type: 'application/pdf' });
const made: string[] = [];
const revoked: string[] = [];

beforeEach(() => {
  made.length = 0;
  revoked.length = 0;
  // jsdom has no object URLs.
  URL.createObjectURL = () => {
    made.push(`blob:picture-${made.length}`);
    return made.at(-1) ?? '';
  };
  URL.revokeObjectURL = (url) => void revoked.push(url);
});

type FormProps = Partial<Parameters<typeof PhotoField>[0]> & { start?: PhotoValue };

function Form({ start = { status: 'empty' }, ...rest }: FormProps) {
  const [value, setValue] = useState<PhotoValue>(start);
  return (
    <PhotoField
      label="Front of the document"
      value={value}
      onChoose={(file) => setValue({ status: 'uploading', share: 0.4, file, name: file.name })}
      onRetry={() => undefined}
      onRemove={() => setValue({ status: 'empty' })}
      {...rest}
    />
  );
}

const group = () => within(screen.getByRole('group', { name: 'Front of the document' }));

describe('without a picture', () => {
  test('offers the camera for documents and the device’s pictures', async () => {
    await renderUi(<Form />);
    expect(group().getByRole('button', { name: 'Take photo' })).toBeDefined();
    const [camera, device] = [
      group().getByLabelText('Take photo', { selector: 'input' }),
      deviceInput('Choose picture'),
    ];
    expect(camera.getAttribute('capture')).toBe('environment');
    expect(device.getAttribute('capture')).toBeNull();
    expect(device.getAttribute('accept')).not.toContain('pdf');
  });

  test('opens the device’s picker by its button', async () => {
    const { user } = await renderUi(<Form />);
    const opened = vi.spyOn(deviceInput('Choose picture'), 'click');
    await user.click(group().getByRole('button', { name: 'Choose picture' }));
    expect(opened).toHaveBeenCalledTimes(1);
  });

  test('passes on the chosen file, and shows its upload', async () => {
    await renderUi(<Form />);
    choose(deviceInput('Choose picture'), picture);
    expect(group().getByRole('progressbar', { name: 'Uploading' }).getAttribute('aria-valuenow')).toBe('40');
    expect(group().getByAltText('Front of the document').getAttribute('src')).toBe('blob:picture-0');
  });

  test('accepts a PDF if allowed, and offers no camera if none is wanted', async () => {
    await renderUi(<Form isPdfAllowed camera="none" />);
    expect(group().queryByRole('button', { name: 'Take photo' })).toBeNull();
    expect(deviceInput('Picture or PDF').getAttribute('accept')).toContain('application/pdf');
  });

  test('is described by the form’s error', async () => {
    await renderUi(<Form error="Add all three pictures" hint="All four corners in the picture" />);
    const field = screen.getByRole('group', {
      name: 'Front of the document',
      description: 'Add all three pictures All four corners in the picture',
    });
    expect(field).toBeDefined();
  });
});

describe('with a picture', () => {
  test('enlarges on press, and revokes its object URLs', async () => {
    const { user, unmount } = await renderUi(<Form start={{ status: 'done', file: picture }} />);
    expect(group().getByRole('status').textContent).toBe('Uploaded');
    await user.click(group().getByRole('button', { name: 'Enlarge' }));
    const sheet = await screen.findByRole('dialog', { name: 'Front of the document' });
    expect(within(sheet).getByAltText('Front of the document').getAttribute('src')).toMatch(/^blob:/);
    unmount();
    expect(revoked.toSorted()).toEqual(made.toSorted());
  });

  test('is removed only after confirmation', async () => {
    const { user } = await renderUi(<Form start={{ status: 'done', file: picture }} />);
    await user.click(group().getByRole('button', { name: 'Remove' }));
    await user.click(await screen.findByRole('button', { name: 'Keep' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(group().getByRole('button', { name: 'Remove' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Remove this picture?' }));
    await user.click(sheet.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByRole('button', { name: 'Take photo' })).toBeDefined();
  });

  test('shows a failure, and is sent again', async () => {
    const onRetry = vi.fn<() => void>();
    const start = { status: 'failed', file: picture, text: 'Uploading failed, please try again.' } as const;
    const { user } = await renderUi(<Form start={start} onRetry={onRetry} />);
    expect(group().getByRole('status').textContent).toBe('Uploading failed, please try again.');
    await user.click(group().getByRole('button', { name: 'Try again' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
  });

  test('that cannot be shown reports so and stays', async () => {
    await startI18n('en');
    await renderUi(<Form start={{ status: 'done', file: picture }} />);
    fireEvent.error(group().getByAltText('Front of the document'));
    expect(group().getByText('Picture preview failed.')).toBeDefined();
    expect(group().getByRole('button', { name: 'Remove' })).toBeDefined();
  });

  test('shows the name of a PDF', async () => {
    await renderUi(<Form start={{ status: 'done', file: paper, name: 'voucher.pdf' }} isPdfAllowed />);
    expect(group().getByText('voucher.pdf')).toBeDefined();
    expect(group().queryByRole('button', { name: 'Enlarge' })).toBeNull();
  });
});

function deviceInput(label: string): HTMLInputElement {
  return group().getByLabelText<HTMLInputElement>(label, { selector: 'input' });
}

function choose(input: HTMLInputElement, file: File): void {
  // jsdom offers no other way to set the input's files, and the field empties it.
  Object.defineProperty(input, 'files', { configurable: true, value: [file] });
  fireEvent.change(input);
}
