import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/** Size of a header, and of the blocks that contents are padded to, in bytes. */
const BLOCK = 512;
/** Positions of the header fields that are needed, as [from, to): POSIX. */
const NAME = [0, 100] as const;
const SIZE = [124, 136] as const;
const TYPE = [156, 157] as const;
const FOLDER_TYPE = '5';

export interface TarEntry {
  readonly name: string;
  /** Undefined: a folder. */
  readonly content: Buffer | undefined;
}

/** Returns the entries of a gzipped tar archive, in its order. */
export async function filesOf(archive: Blob): Promise<readonly TarEntry[]> {
  const tar = await promisify(gunzip)(Buffer.from(await archive.arrayBuffer()));
  const entries: TarEntry[] = [];
  for (let at = 0; at < tar.length && tar[at] !== 0;) {
    const header = tar.subarray(at, at + BLOCK);
    const size = Number.parseInt(text(header, SIZE), 8);
    const isFolder = text(header, TYPE) === FOLDER_TYPE;
    const content = isFolder ? undefined : tar.subarray(at + BLOCK, at + BLOCK + size);
    entries.push({ name: text(header, NAME), content });
    at += BLOCK * (1 + Math.ceil(size / BLOCK));
  }
  return entries;
}

function text(header: Buffer, [from, to]: readonly [number, number]): string {
  const field = header.subarray(from, to);
  const end = field.indexOf(0);
  return field.toString('latin1', 0, end === -1 ? field.length : end);
}
