import { resolve, sep } from 'node:path';
import type { StorageConfig } from '../../config/storage.ts';
import { errorCode } from '../../platform/error-code.ts';
import type { Failures } from './failures.ts';

/** PostgreSQL's states for a disk that is full, for files that cannot be read, and for pages that hold something else. */
const OF_FILES = /^(53100|58\w{3}|XX00[12])$/;
const ANOTHER = 'or choose another folder with DATA_DIR.';

/** Why the folder of the embedded database and of the sandbox signing key cannot be used. */
export function folderFailures({ dataDirectory, databaseUrl }: StorageConfig): Failures {
  const folder = resolve(dataDirectory);
  const isInside = (path: string) => path === folder || path.startsWith(`${folder}${sep}`);
  return {
    subject: `The folder ${dataDirectory}, which DATA_DIR names, cannot be used`,
    isHere: (error) => {
      if ('path' in error && isInside(String(error.path))) return true;
      if (databaseUrl !== undefined) return false;
      // Of files only: what fails on the network has an address, or a name to look up.
      return 'syscall' in error ? !('address' in error || 'hostname' in error) : OF_FILES.test(errorCode(error) ?? '');
    },
    remedies: [
      [/^(EACCES|EPERM) /, `Let the user that runs the gateway write there, ${ANOTHER}`],
      [/^EROFS /, `Its file system may only be read: let it be written, ${ANOTHER}`],
      [/^(ENOSPC|EDQUOT|53100) /, `Make room for at least 100 MB, ${ANOTHER}`],
      [/^(ENOTDIR|EEXIST) /, `A file is where a folder is to be: move it away, ${ANOTHER}`],
      [
        /^(58\w{3}|XX00[12]) /,
        `The database there is damaged: restore it from a copy, delete it to start over, ${ANOTHER}`,
      ],
      [/^E[A-Z]+ /, `Look at what lies there, ${ANOTHER}`],
    ],
  };
}
