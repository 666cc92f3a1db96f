import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { TemporaryFolders } from './temporary-folders.ts';

/** Paths of two files. */
export interface OwnCertificate {
  readonly cert: string;
  readonly key: string;
}

/** Makes a self-signed certificate for `localhost` only. */
export function ownCertificate(folders: TemporaryFolders): OwnCertificate {
  const folder = folders.make();
  const [cert, key] = [join(folder, 'server.crt'), join(folder, 'server.key')];
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert],
    ],
    { stdio: 'ignore' },
  );
  return { cert, key };
}
