import { hash, X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { ForwardedCertificates } from '../../platform/auth/sender.ts';
import { withinRanges } from '../../platform/outbound/address-policy.ts';

export interface ClientCertificatesOptions {
  /** Undefined: no proxy is trusted. */
  readonly forwarded: ForwardedCertificates | undefined;
  /** Whether certificates of this server's own connections count only if a configured authority has signed them. */
  readonly areAuthoritiesKnown: boolean;
}

/** Reads the certificate that a client has presented, to this server or to a trusted proxy. */
export class ClientCertificates {
  private readonly header: string | undefined;
  private readonly isProxy: (address: string) => boolean;
  private readonly areAuthoritiesKnown: boolean;

  constructor({ forwarded, areAuthoritiesKnown }: ClientCertificatesOptions) {
    this.header = forwarded?.header;
    this.isProxy = withinRanges(forwarded?.proxies ?? []);
    this.areAuthoritiesKnown = areAuthoritiesKnown;
  }

  /** Returns its SHA-256 thumbprint in base64url; undefined without a certificate. */
  thumbprintOf({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string | undefined {
    if (this.header !== undefined && this.isProxy(socket.remoteAddress ?? ''))
      return thumbprintIn([headers[this.header] ?? ''].flat().join(','));
    if (!(socket instanceof TLSSocket) || (this.areAuthoritiesKnown && !socket.authorized)) return undefined;
    const certificate = socket.getPeerX509Certificate();
    return certificate && thumbprint(certificate);
  }
}

/**
 * Reads what a proxy passes: `:base64 of DER:` (RFC 9440), URL-encoded PEM (nginx's `$ssl_client_escaped_cert`, load
 * balancers of AWS), or the `Hash` of Envoy's `x-forwarded-client-cert`. A header that was sent twice, or Envoy's with
 * more than one element, is ignored: it does not show who wrote which part.
 */
function thumbprintIn(text: string): string | undefined {
  const unquoted = text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '');
  if (text === '' || /[",]/.test(unquoted)) return undefined;
  const digest = /(?:^|;)hash=([0-9a-f]{64})(?:;|$)/i.exec(unquoted)?.[1];
  if (digest !== undefined) return Buffer.from(digest, 'hex').toString('base64url');
  try {
    const der = /^:([A-Za-z0-9+/]+={0,2}):$/.exec(text)?.[1];
    return thumbprint(new X509Certificate(der === undefined ? decodeURIComponent(text) : Buffer.from(der, 'base64')));
  } catch {
    return undefined;
  }
}

function thumbprint({ raw }: X509Certificate): string {
  return hash('sha256', raw, 'base64url');
}
