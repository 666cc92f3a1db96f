import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOCUMENTS } from './workloads.ts';

/** Writes a manifest of all documents of the benchmark; the gateway reads it when it starts. */
export function writeManifest(directory: string): string {
  const file = join(directory, 'persisted-documents.json');
  writeFileSync(file, JSON.stringify(DOCUMENTS));
  return file;
}

/** How each document appears in a body, and what replaces it if the document is persisted. */
const SPELLINGS = Object.entries(DOCUMENTS).map(
  ([id, text]) => [`"query":${JSON.stringify(text)}`, `"documentId":${JSON.stringify(id)}`] as const,
);

/** Returns the same request with the id of its document instead of the text. */
export function byId(body: string): string {
  const spelling = SPELLINGS.find(([text]) => body.includes(text));
  if (spelling === undefined) throw new Error(`No document of the benchmark is in ${body.slice(0, 200)}`);
  return body.replace(...spelling);
}
