import { execFileSync } from 'node:child_process';
import { chownSync, closeSync, fstatSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Space for a database, its log and what a run of faults stores; memory that is allocated when it is written. */
const SIZE = '512m';
const PIECE = Buffer.alloc(1_048_576, 'x');

/** A folder on its own disk, which can be filled. Without the right to mount one, it is an ordinary folder. */
export class OwnDisk {
  readonly folder: string;
  readonly isOwn: boolean;

  /** @param owner user that writes to it; undefined: the current user */
  constructor(owner: { readonly uid: number; readonly gid: number } | undefined) {
    this.folder = mkdtempSync(join(tmpdir(), 'gateway-faults-'));
    this.isOwn = runs('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', this.folder]);
    if (owner !== undefined) chownSync(this.folder, owner.uid, owner.gid);
  }

  /** Fills the disk, except for `bytesLeft` bytes. */
  fill(bytesLeft = 0): void {
    const file = openSync(this.ballast, 'a');
    try {
      for (let size = PIECE.length; size >= 1; size = Math.floor(size / 2)) while (writes(file, size));
      ftruncateSync(file, Math.max(0, fstatSync(file).size - bytesLeft));
    } finally {
      closeSync(file);
    }
  }

  /** Frees the space again. */
  clear(): void {
    rmSync(this.ballast, { force: true });
  }

  remove(): void {
    if (this.isOwn) execFileSync('umount', ['--lazy', this.folder]);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  private get ballast(): string {
    return join(this.folder, 'ballast');
  }
}

function writes(file: number, size: number): boolean {
  try {
    return writeSync(file, PIECE, 0, size) === size;
  } catch {
    return false;
  }
}

function runs(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
