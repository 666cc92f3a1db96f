import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeTemplate } from './worker-template.ts';

/** Folders of one test file; `remove` removes all of them. */
export class TemporaryFolders {
  private readonly made: string[] = [];

  make(): string {
    const folder = mkdtempSync(join(tmpdir(), 'gateway-test-'));
    this.made.push(folder);
    return folder;
  }

  remove(): void {
    for (const folder of this.made.splice(0)) rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes a folder with a copy of the embedded database from the global set-up; it is empty for PostgreSQL. */
export function copyOfWorld(folders: TemporaryFolders): string {
  const folder = folders.make();
  const template = process.env['GATEWAY_TEST_TEMPLATE'];
  if (template !== undefined) writeTemplate(template, folder);
  return folder;
}
