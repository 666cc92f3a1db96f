import type { IncomingMessage } from 'node:http';
import type { Sender } from '../auth/sender.ts';
import type { ClientCertificates } from './client-certificates.ts';
import { isLoopbackHost } from './host-check.ts';
import { singleHeader } from './request-headers.ts';

interface SendersOptions {
  /** What others call the gateway; undefined: this machine only, by any of its names for itself. */
  readonly publicUrl: string | undefined;
  /** Where it is served, such as `http://localhost:4000`. */
  readonly url: string;
  readonly certificates: ClientCertificates;
}

/** What requests show of their senders. */
export class Senders {
  private readonly options: SendersOptions;

  constructor(options: SendersOptions) {
    this.options = options;
  }

  of(request: Pick<IncomingMessage, 'headers' | 'socket' | 'method' | 'url'>): Sender {
    const { method = 'GET', url = '/' } = request;
    const [path = '/'] = url.split('?', 1);
    return {
      proof: singleHeader(request, 'dpop'),
      method,
      url: this.baseOf(request.headers.host) + path,
      certificate: this.options.certificates.thumbprintOf(request),
    };
  }

  /** What a request says of its host is its sender's word: a proof for another host would fit, were it taken for it. */
  private baseOf(host: string | undefined): string {
    const { publicUrl, url } = this.options;
    if (publicUrl !== undefined || host === undefined || !isLoopbackHost(host)) return publicUrl ?? url;
    return `${url.slice(0, url.indexOf('://'))}://${host}`;
  }
}
