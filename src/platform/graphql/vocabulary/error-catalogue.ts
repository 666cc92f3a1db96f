import { registerEnumType } from 'type-graphql';
import { errorTypeName, type RefusalRow, type RefusalTable } from '../../../kernel/domain-error.ts';
import { Origin } from '../../../kernel/origin.ts';

/** A refusal as the catalogue shows it. */
export interface CatalogueEntry extends RefusalRow {
  readonly code: string;
  /** Name of its GraphQL type. */
  readonly type: string;
}

/** Languages that the catalogue has messages in. */
export const CATALOGUE_LOCALES = ['en', 'pt-BR'] as const;
export type CatalogueLocale = (typeof CATALOGUE_LOCALES)[number];

/** Returns the message of a refusal in a language, with placeholders. */
export function messageIn({ message, portuguese }: RefusalRow, locale: CatalogueLocale): string {
  return locale === 'pt-BR' ? portuguese : message;
}

/** Returns the URL of the description of a code. */
export function documentationOf(code: string, publicUrl: string): string {
  return `${publicUrl}/errors/${code}`;
}

/** The enum of all codes; empty until the refusals of all capabilities are declared. */
export const ErrorCode: Record<string, string> = {};

/**
 * Declares the refusals of all capabilities, those of the partner API first. Call it once, before the schema is built.
 * @throws Error if two tables have the same code
 */
export function declareRefusals(tables: readonly RefusalTable[]): readonly CatalogueEntry[] {
  const rows = tables.flatMap((table) => Object.entries(table));
  const entries = Object.values(Origin).flatMap((origin) =>
    rows.filter(([, row]) => row.origin === origin).map(([code, row]) => ({ ...row, code, type: errorTypeName(code) })),
  );
  for (const { code } of entries) {
    if (code in ErrorCode) throw new Error(`Two refusals are named ${code}.`);
    ErrorCode[code] = code;
  }
  registerEnumType(ErrorCode, {
    name: 'ErrorCode',
    description: 'Codes of all refusals, of the partner API and of this gateway.',
    valuesConfig: Object.fromEntries(
      entries.map(({ code, condition }) => [code, { description: `Raised when ${condition}.` }]),
    ),
  });
  return entries;
}
