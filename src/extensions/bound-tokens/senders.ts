import type { IncomingMessage } from 'node:http';
import type { Sender } from '../../platform/auth/sender.ts';
import { singleHeader } from '../../platform/http/request-headers.ts';
import { isLoopbackHost } from '../../platform/loopback-name.ts';
import { ClientCertificates, type ClientCertificatesOptions } from './client-certificates.ts';

export interface SendersOptions extends ClientCertificatesOptions {
  /** The URL of the gateway for others; undefined: only this machine calls it, by any loopback name. */
  readonly publicUrl: string | undefined;
  /** Where it is served, such as `http://localhost:4000`. */
  readonly url: string;
}

/** Reads what requests show about their senders. */
export class Senders {
  private readonly options: SendersOptions;
  private readonly certificates: ClientCertificates;

  constructor(options: SendersOptions) {
    this.options = options;
    this.certificates = new ClientCertificates(options);
  }

  of(request: Pick<IncomingMessage, 'headers' | 'socket' | 'method' | 'url'>): Sender {
    const { method = 'GET', url = '/' } = request;
    const [path = '/'] = url.split('?', 1);
    return {
      proof: singleHeader(request, 'dpop'),
      method,
      url: this.baseOf(request.headers.host) + path,
      certificate: this.certificates.thumbprintOf(request),
    };
  }

  /** Trusts only loopback names in `host`, which the sender chooses: a proof for another host must not be valid. */
  private baseOf(host: string | undefined): string {
    const { publicUrl, url } = this.options;
    if (publicUrl !== undefined || host === undefined || !isLoopbackHost(host)) return publicUrl ?? url;
    return `${url.slice(0, url.indexOf('://'))}://${host}`;
  }
}
