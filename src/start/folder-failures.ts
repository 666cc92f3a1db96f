import { resolve, sep } from 'node:path';
import type { StorageConfig } from '../config/storage.ts';
import { errorCode } from '../platform/error-code.ts';
import type { Failures } from './failures.ts';

/** SQLSTATEs of a full disk, of unreadable files, and of corrupt pages. */
const OF_FILES = /^(53100|58\w{3}|XX00[12])$/;
const ANOTHER = 'or choose another folder with DATA_DIR.';

/** Returns the possible failures of the folder of the embedded database and the sandbox signing key. */
export function folderFailures({ dataDirectory, databaseUrl }: StorageConfig): Failures {
  const folder = resolve(dataDirectory);
  const isInside = (path: string, of: string) => path === of || path.startsWith(`${of}${sep}`);
  return {
    subject: `The folder ${dataDirectory}, which DATA_DIR names, cannot be used`,
    isHere: (error) => {
      const path = 'path' in error ? String(error.path) : '';
      // The path that cannot be created may be a parent of this folder.
      if (isInside(path, folder) || (path !== '' && isInside(folder, path))) return true;
      if (databaseUrl !== undefined) return false;
      // Only failures of files: those of the network have an address or a host name.
      return 'syscall' in error ? !('address' in error || 'hostname' in error) : OF_FILES.test(errorCode(error) ?? '');
    },
    remedies: [
      [/^(EACCES|EPERM) /, `Give the user that runs the gateway write permission, ${ANOTHER}`],
      [/^EROFS /, `Its file system is read-only: make it writable, ${ANOTHER}`],
      [/^(ENOSPC|EDQUOT|53100) /, `Free at least 100 MB, ${ANOTHER}`],
      [/^(ENOTDIR|EEXIST) /, `A file is in the place of a folder: move it away, ${ANOTHER}`],
      [
        /^(58\w{3}|XX00[12]) /,
        `The database there is damaged: restore it from a copy, delete it to start over, ${ANOTHER}`,
      ],
      [/^ENOENT .* mkdir /, 'No folder can be created there: choose another with DATA_DIR.'],
      [/^E[A-Z]+ /, `Check what is there, ${ANOTHER}`],
    ],
  };
}
