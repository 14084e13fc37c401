/** XMLHttpRequest of the tests: sends forms with one file to the fake server, with progress events. */
import { UPLOAD_FIELD } from '@halyard/contract/uploads/calls';

type Answer = (request: Request, file: File | undefined) => Promise<Response>;

/**
 * Class that replaces the browser's. It reports half of the file before it asks for the answer, and all of it before
 * the answer arrives.
 */
export function fakeXhr(answer: Answer) {
  return class extends EventTarget {
    readonly upload = new EventTarget();
    timeout = 0;
    responseText = '';
    status = 0;
    private readonly controller = new AbortController();
    private readonly headers = new Headers();
    private method = '';
    private url = '';

    open(method: string, url: string | URL): void {
      this.method = method;
      this.url = String(url);
    }

    setRequestHeader(name: string, value: string): void {
      this.headers.set(name, value);
    }

    send(form: FormData): void {
      void this.run(form);
    }

    abort(): void {
      this.end('abort');
    }

    private async run(form: FormData): Promise<void> {
      const timer = this.timeout === 0 ? undefined : setTimeout(() => this.end('timeout'), this.timeout);
      const file = form.get(UPLOAD_FIELD);
      const { method, headers, controller } = this;
      this.report(1);
      try {
        // The file is passed beside the request, because a Request of the tests cannot parse the page's own forms.
        const request = new Request(this.url, { method, headers, signal: controller.signal, body: '' });
        const response = await answer(request, file instanceof File ? file : undefined);
        this.report(2);
        this.status = response.status;
        this.responseText = await response.text();
        this.end('load');
      } catch {
        this.end('error');
      } finally {
        clearTimeout(timer);
      }
    }

    private report(loaded: number): void {
      if (this.controller.signal.aborted) return;
      this.upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, loaded, total: 2 }));
    }

    /** Only the first end counts. */
    private end(type: 'load' | 'error' | 'timeout' | 'abort'): void {
      if (this.controller.signal.aborted) return;
      this.controller.abort();
      this.dispatchEvent(new Event(type));
    }
  };
}
