import { refuseInput, type DomainError } from '../../../kernel/domain-error.ts';
import type { Sql } from '../../../platform/database/database.ts';
import type { Asking } from './provider-mutation.ts';
import type { ProviderSide } from './provider-side.ts';
import type { RefusalReason, ProviderRefusal } from '../calls/provider-refusal.ts';
import { unmappedRefusal } from './unmapped-refusal.errors.ts';

/** Limits to what is passed on of an unknown refusal: messages, and characters of each text. */
const MESSAGES_MAX = 20;
const TEXT_MAX = 1_000;
/** The code for invalid input, whatever its status. */
const INVALID_INPUT = 'INVALID_PARAMETER';
/** Message of a refusal that has none. */
const UNSTATED = 'The provider refused the input without giving a reason.';

/** How to read the provider's refusals. */
export interface RefusalReading<Wanted> {
  /** The mutation that is refused. */
  readonly name: string;
  /** Maps a reason of the provider to a refusal of ours; undefined: unknown. */
  readonly refusalOf: (
    reason: RefusalReason,
    asking: Asking<Wanted>,
    sql: Sql,
  ) => Promise<DomainError | undefined> | DomainError | undefined;
  /** Maps a property path of the partner API, such as `data.user.document.value`, to the path in the input (`inputPaths`). */
  readonly inputPath: (propertyName: string) => readonly string[];
}

/** A reason of the provider, and the request that it refuses. */
export interface RefusalCase<Wanted> extends Asking<Wanted> {
  readonly reason: RefusalReason;
  readonly sql: Sql;
}

/** A refusal of ours for each code that can refuse a mutation: without one, the code would be unmapped. */
export type RefusalsByCode<Code extends string, Wanted> = Readonly<
  Record<Code, (refusal: RefusalCase<Wanted>) => Promise<DomainError> | DomainError>
>;

export function readByCode<Wanted>(refusals: RefusalsByCode<string, Wanted>): RefusalReading<Wanted>['refusalOf'] {
  return (reason, asking, sql) =>
    Object.hasOwn(refusals, reason.code) ? refusals[reason.code]?.({ ...asking, reason, sql }) : undefined;
}

/** A refusal of the provider, and the request that it refuses. */
interface Refused<Wanted> extends Asking<Wanted> {
  readonly reported: ProviderRefusal;
  readonly database: Sql;
}

/** Returns the first known reason; else what is wrong with the input, or what the provider reported. */
export async function readRefusal<Wanted>(
  { noteUnmapped }: Pick<ProviderSide, 'noteUnmapped'>,
  { name, refusalOf, inputPath }: RefusalReading<Wanted>,
  { reported, database, ...asking }: Refused<Wanted>,
): Promise<DomainError> {
  const { status, reasons } = reported;
  for (const reason of reasons) {
    const refusal = await refusalOf(reason, asking, database);
    if (refusal !== undefined) return refusal;
  }
  const ofInput = status === 400 ? reasons : reasons.filter(({ code }) => code === INVALID_INPUT);
  if (ofInput.length > 0)
    return refuseInput(
      ofInput.map(({ propertyName, messages }) => ({
        path: propertyName === undefined ? [] : inputPath(propertyName),
        // Providers say in words what is wrong, which may be anything.
        code: 'FORMAT',
        message: messages.join(' ') || UNSTATED,
      })),
    );
  noteUnmapped(name);
  const [{ reportedCode, messages }] = reasons;
  return unmappedRefusal({
    upstreamStatus: status,
    upstreamCode: reportedCode.slice(0, TEXT_MAX),
    upstreamMessages: messages.slice(0, MESSAGES_MAX).map((message) => message.slice(0, TEXT_MAX)),
  });
}
