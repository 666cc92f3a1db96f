import { expect, test } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

const files = globSync('src/*/**/*.{ts,tsx}', { exclude: ['**/*.d.ts', '**/statements.generated.ts'] });
const folders = [...new Set(files.map((file) => dirname(file)))].sort();

/** Returns the sentences of a folder that say its job: of its capability or extension, or at the head of a file. */
function headsOf(folder: string): readonly string[] {
  const own = files
    .filter((file) => dirname(file) === folder)
    .map((file) => [file, readFileSync(file, 'utf8')] as const);
  const declared = own.flatMap(([file, text]) =>
    /\.(capability|extension)\.ts$/.test(file)
      ? [...text.matchAll(/\/\*\*([^/]+)\*\/\nexport const \w+(?:: (?:Capability|Extension|Side)\b| = extension\b)/g)]
      : [],
  );
  const written = own.flatMap(([, text]) => [...text.matchAll(/^\/\*\*([^/]+)@packageDocumentation/g)]);
  return [...declared, ...written].map(([, sentence = '']) => sentence.replaceAll(/[\s*]+/g, ' ').trim());
}

test.each(folders)('%s says its job in one sentence', (folder) => {
  const heads = headsOf(folder);
  expect(heads).not.toEqual([]);
  for (const head of heads) expect(head).toMatch(/^[A-Z`][^.]+(?:\.[^. ][^.]*)*\.$/);
});
