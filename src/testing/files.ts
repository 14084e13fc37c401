/** Files as users choose them, and what shows them: jsdom has no pictures, so it has no addresses for them. */
import { onTestFinished, vi } from 'vitest';

/** A photograph, as far as its first bytes go. */
export function photoFile(name = 'front.jpg'): File {
  return new File([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1)], name, {
    type: 'image/jpeg',
  });
}

/** A voucher, as far as its first bytes go. */
export function voucherFile(name = 'voucher.pdf'): File {
  return new File(['%PDF-1.7\n%%EOF\n'], name, { type: 'application/pdf' });
}

/** Gives pictures in memory addresses until the test is over; answers the ones that are good at the moment. */
export function fakeObjectUrls(): ReadonlySet<string> {
  const good = new Set<string>();
  let count = 0;
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL(): string {
        count += 1;
        const url = `blob:picture-${count}`;
        good.add(url);
        return url;
      }
      static override revokeObjectURL(url: string): void {
        good.delete(url);
      }
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  return good;
}

/** Downloads until the test is over, oldest first: jsdom has no place for them. */
export function watchDownloads(): readonly { readonly name: string; readonly blob: Blob }[] {
  const downloads: { name: string; blob: Blob }[] = [];
  const addresses = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:one');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    downloads.push({ name: this.download, blob: addresses.mock.lastCall?.[0] as Blob });
  });
  return downloads;
}

/** Makes the device a phone with a share sheet until the test is over. */
export function fakeShareSheet(share: (data: ShareData) => Promise<void>, canShare = true): void {
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: media === '(pointer: coarse)',
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    }),
  );
  Object.defineProperty(navigator, 'share', { configurable: true, value: share });
  Object.defineProperty(navigator, 'canShare', { configurable: true, value: () => canShare });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'share');
    Reflect.deleteProperty(navigator, 'canShare');
  });
}
