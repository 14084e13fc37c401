/** Files that users choose. jsdom has no object URLs. */
import { onTestFinished, vi } from 'vitest';

/** First bytes of a photograph. */
export function photoFile(name = 'front.jpg'): File {
  return new File([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1)], name, {
    type: 'image/jpeg',
  });
}

/** First bytes of a PDF voucher. */
export function voucherFile(name = 'voucher.pdf'): File {
  return new File(['%PDF-1.7\n%%EOF\n'], name, { type: 'application/pdf' });
}

/** Provides object URLs until the test ends; returns those currently valid. */
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

/** Records downloads until the test ends, oldest first. */
export function watchDownloads(): readonly { readonly name: string; readonly blob: Blob }[] {
  const downloads: { name: string; blob: Blob }[] = [];
  const addresses = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:one');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    downloads.push({ name: this.download, blob: addresses.mock.lastCall?.[0] as Blob });
  });
  return downloads;
}

/** Makes the device a phone with a share sheet until the test ends. */
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
