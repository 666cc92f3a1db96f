import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { EnvironmentError } from '../environment-error.ts';

/** Files of PEM that TLS is served with. */
export interface TlsFiles {
  readonly certificate: string;
  readonly key: string;
  /** Who signs the certificates of clients; undefined: anybody, themselves too. */
  readonly clientAuthorities: string | undefined;
}

/** They are not certificates, or cannot be read; the message says which and why. */
class UnusableTlsFiles extends EnvironmentError {}

/** What RFC 9325 recommends of TLS 1.2; all of TLS 1.3 is good. */
const CIPHERS = [
  ...['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256'],
  ...['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES128-GCM-SHA256'],
  ...['ECDHE-ECDSA-AES256-GCM-SHA384', 'ECDHE-RSA-AES256-GCM-SHA384'],
].join(':');

/**
 * How TLS is served.
 * @throws UnusableTlsFiles
 */
export function readTls({ certificate, key, clientAuthorities }: TlsFiles): SecureContextOptions {
  const options: SecureContextOptions = {
    cert: readPem(certificate),
    key: readPem(key),
    ...(clientAuthorities !== undefined && { ca: readPem(clientAuthorities) }),
    minVersion: 'TLSv1.2',
    ciphers: CIPHERS,
  };
  try {
    createSecureContext(options);
    return options;
  } catch (error) {
    const files = [certificate, key, clientAuthorities].filter((file) => file !== undefined).join(', ');
    throw new UnusableTlsFiles(
      `TLS cannot be served with ${files}: ${wordsOf(error)}. Write files of PEM that fit together.`,
    );
  }
}

function readPem(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UnusableTlsFiles(
      `A file that TLS is served with cannot be read: ${wordsOf(error)}. Write the name of one that can.`,
    );
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
