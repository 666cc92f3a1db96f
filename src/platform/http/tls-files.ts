import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { EnvironmentError } from '../environment-error.ts';

/** PEM files for TLS. */
export interface TlsFiles {
  readonly certificate: string;
  readonly key: string;
  /** Authorities for client certificates; undefined: all certificates are accepted, self-signed ones too. */
  readonly clientAuthorities: string | undefined;
}

/** The files cannot be read or used; the message says which and why. */
class UnusableTlsFiles extends EnvironmentError {}

/** The ciphers of TLS 1.3, and those of TLS 1.2 that RFC 9325 recommends. */
const CIPHERS = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
].join(':');

/**
 * Reads and checks the files for TLS.
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
      `TLS cannot be served with ${files}: ${wordsOf(error)}. Use PEM files that belong together.`,
    );
  }
}

function readPem(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UnusableTlsFiles(`A TLS file cannot be read: ${wordsOf(error)}. Correct its name or its permissions.`);
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
