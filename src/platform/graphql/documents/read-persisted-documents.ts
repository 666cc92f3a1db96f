import { readFile } from 'node:fs/promises';
import { BadPersistedDocument, type DocumentTexts } from './known-documents.ts';

/**
 * Reads a manifest: a JSON object of document texts by id, as graphql-codegen writes `persisted-documents.json`.
 * @throws BadPersistedDocument if it cannot be read, or is not one
 */
export async function readPersistedDocuments(file: string | URL): Promise<DocumentTexts> {
  const manifest = parseManifest(file, await readManifest(file));
  if (typeof manifest !== 'object' || manifest === null || Array.isArray(manifest))
    throw new BadPersistedDocument(`${nameOf(file)} is not a JSON object of documents by id.`);
  const texts = new Map<string, string>();
  for (const [id, text] of Object.entries(manifest)) {
    if (typeof text !== 'string') throw new BadPersistedDocument(`The persisted document "${id}" is not a string.`);
    texts.set(id, text);
  }
  return texts;
}

async function readManifest(file: string | URL): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new BadPersistedDocument(`PERSISTED_DOCUMENTS names ${nameOf(file)}, which cannot be read.`);
  }
}

function parseManifest(file: string | URL, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadPersistedDocument(`${nameOf(file)} is not JSON.`);
  }
}

function nameOf(file: string | URL): string {
  return file instanceof URL ? file.pathname : file;
}
