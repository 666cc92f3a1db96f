import { refuseInput, type DomainError } from '../../kernel/domain-error.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { Asking } from './provider-mutation.ts';
import type { ProviderSide } from './provider-side.ts';
import type { ToldReason, ToldRefusal } from '../calls/provider-refusal.ts';
import { unmappedRefusal } from './unmapped-refusal.errors.ts';

/** How much of an unknown refusal is passed on: messages, and characters of a text. */
const MESSAGES_MAX = 20;
const TEXT_MAX = 1_000;

/** How refusals of the provider are read. */
export interface RefusalReading<Wanted> {
  /** The mutation that is refused. */
  readonly name: string;
  /** The refusal of ours that a reason of the provider's is; undefined: none. */
  readonly refusalOf: (
    reason: ToldReason,
    asking: Asking<Wanted>,
    sql: Sql,
  ) => Promise<DomainError | undefined> | DomainError | undefined;
  /** Way in the input to what the partner API names in a request, such as `data.user.document.value`. */
  readonly inputPath: (propertyName: string) => readonly string[];
}

/** A refusal of the provider's, and of whom. */
interface Refused<Wanted> extends Asking<Wanted> {
  readonly told: ToldRefusal;
  readonly database: Sql;
}

/** The first reason that is known; else what is wrong with the input, or what the provider has said. */
export async function readRefusal<Wanted>(
  { noteUnmapped }: Pick<ProviderSide, 'noteUnmapped'>,
  { name, refusalOf, inputPath }: RefusalReading<Wanted>,
  { told, database, ...asking }: Refused<Wanted>,
): Promise<DomainError> {
  const { status, reasons } = told;
  for (const reason of reasons) {
    const refusal = await refusalOf(reason, asking, database);
    if (refusal !== undefined) return refusal;
  }
  if (status === 400)
    return refuseInput(
      reasons.map(({ propertyName, messages }) => ({
        path: propertyName === undefined ? [] : inputPath(propertyName),
        message: messages.join(' '),
      })),
    );
  noteUnmapped(name);
  const [{ code, messages }] = reasons;
  return unmappedRefusal({
    upstreamStatus: status,
    upstreamCode: code.slice(0, TEXT_MAX),
    upstreamMessages: messages.slice(0, MESSAGES_MAX).map((message) => message.slice(0, TEXT_MAX)),
  });
}
