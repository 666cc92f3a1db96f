import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TemporaryFolders } from './temporary-folders.ts';

/** A certificate of a client, and the path of its file. */
export interface ClientCertificate {
  readonly certFile: string;
  readonly cert: string;
  readonly key: string;
  readonly der: Buffer;
  /** SHA-256 in base64url, as a token names it. */
  readonly thumbprint: string;
}

/** Makes a certificate, self-signed or signed by another one whose key is in a file beside it. */
export function clientCertificate(
  folders: TemporaryFolders,
  name: string,
  authority?: ClientCertificate,
): ClientCertificate {
  const folder = folders.make();
  const [certFile, keyFile] = [join(folder, 'client.crt'), join(folder, 'client.key')];
  const signing =
    authority === undefined ? [] : ['-CA', authority.certFile, '-CAkey', authority.certFile.replace(/crt$/, 'key')];
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-subj', `/CN=${name}`, '-keyout', keyFile, '-out', certFile, ...signing],
    ],
    { stdio: 'ignore' },
  );
  const cert = readFileSync(certFile, 'utf8');
  const { raw, fingerprint256 } = new X509Certificate(cert);
  const thumbprint = Buffer.from(fingerprint256.replaceAll(':', ''), 'hex').toString('base64url');
  return { certFile, cert, key: readFileSync(keyFile, 'utf8'), der: raw, thumbprint };
}
