import { globSync, readFileSync } from 'node:fs';

/** Whether a value is one that a type allows. */
type Fits = (value: unknown) => boolean;
type Columns = ReadonlyMap<string, { readonly type: string; readonly fits: Fits }>;

const STATEMENT = /^ {4}(\w+): \{([\s\S]*?)\};?$(?=\n {4}\w|\n {2}\})/gm;
const ROW = /readonly row: \{([^}]*)\}/;
const COLUMN = /readonly '?([^':]+)'?:\s*\|?([^;]+)/g;
const ALIAS = /^type (\w+) =([^;]*);/gm;

const PLAIN: Readonly<Record<string, Fits>> = {
  null: (value) => value === null,
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  object: (value) => typeof value === 'object' && value !== null,
};

/** Returns the columns of each statement, as `npm run generate` has written them into the files of `src`. */
export function describedRows(): ReadonlyMap<string, Columns> {
  return new Map(globSync('src/**/*.generated.ts').flatMap((path) => rowsIn(readFileSync(path, 'utf8'))));
}

function rowsIn(text: string): readonly (readonly [string, Columns])[] {
  const aliases = new Map([...text.matchAll(ALIAS)].map(([, name = '', type = '']) => [name, type]));
  return [...text.matchAll(STATEMENT)].map(([, name = '', members = '']) => {
    const row = ROW.exec(members)?.[1] ?? '';
    const columns = [...row.matchAll(COLUMN)].map(
      ([, column = '', type = '']) => [column, { type: type.trim(), fits: fitsOf(type, aliases) }] as const,
    );
    return [name, new Map(columns)];
  });
}

function fitsOf(type: string, aliases: ReadonlyMap<string, string>): Fits {
  const choices = type
    .split('|')
    .map((choice) => choice.trim())
    .filter((choice) => choice !== '')
    .map((choice): Fits => {
      const alias = aliases.get(choice);
      if (alias !== undefined) return fitsOf(alias, aliases);
      const [, item] = /^readonly (.*)\[\]$/.exec(choice) ?? [];
      if (item !== undefined) return (value) => Array.isArray(value) && value.every(fitsOf(item, aliases));
      const plain = PLAIN[choice];
      return plain ?? ((value) => choice === `'${String(value)}'`);
    });
  return (value) => choices.some((fits) => fits(value));
}

/** Returns what is wrong with rows, as a sentence; undefined if all of their values are of the types of their columns. */
export function misfitIn(name: string, columns: Columns, rows: readonly unknown[]): string | undefined {
  for (const row of rows)
    for (const [column, value] of Object.entries(row ?? {})) {
      const known = columns.get(column);
      if (known?.fits(value) === false)
        return `${name} returned ${JSON.stringify(value)} as ${column}, whose type is ${known.type}.`;
    }
  return undefined;
}
