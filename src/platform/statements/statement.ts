/**
 * Statements: SQL that is written once, typed, and run by name.
 * @packageDocumentation
 */

/**
 * Whether one generic plan is right for all values, or each run gets a custom one for its values: where the right index
 * depends on how common a value is. Planning takes longer than most statements do, especially over partitions.
 */
export type PlanKind = 'generic' | 'custom';

/**
 * Why a statement writes what the EntityManager would write by default; the particulars are said beside it.
 * - `figure`: it runs so often that another way costs measurably more: docs/performance.md, or the figure beside it
 * - `lock`: its locks, a lease or a unique index decide, for which others wait
 * - `order`: rows are numbered, moved or taken in an order that others rely on
 * - `snapshot`: what it writes depends on what it reads, in one snapshot
 * - `batch`: it changes many rows, which need not be loaded
 * - `neighbour`: the entity belongs to a capability that imports this one
 */
type WriteReason = 'figure' | 'lock' | 'order' | 'snapshot' | 'batch' | 'neighbour';

/** A value that a statement accepts for a parameter. */
export type SqlValue = string | number | boolean | Date | null | readonly (string | number | null)[];

/** Values by names of parameters. */
export type NamedValues = { readonly [Name in string]: SqlValue };

/**
 * The values of a run: a list for `$1`, `$2` and so on, or values by names of parameters. The value of a parameter
 * `key.createdAt` is `createdAt` of the group `key`.
 */
export type StatementValues = readonly SqlValue[] | { readonly [Name in string]: SqlValue | NamedValues };

/**
 * A statement that is known by name. On PostgreSQL it is prepared once per connection, so that it is parsed and planned
 * once; MikroORM's own SQL has its values in the text and cannot be.
 * @typeParam Row what it returns
 * @typeParam Given the values it is run with
 */
export interface Statement<Row = unknown, Given = unknown> {
  readonly name: string;
  readonly text: string;
  /** Generic by default. */
  readonly plan?: PlanKind;
  /** Set if it writes. */
  readonly writes?: WriteReason;
  /** False for a one-off statement, which is not run again. */
  readonly isPrepared?: false;
  /** Names of its parameters, in the order of their numbers; absent if it is run with a list. */
  readonly parameters?: readonly string[];
  /** Set if its columns are those of entities; PostgreSQL says the types of those that it computes. */
  readonly isOfEntities?: true;
  /** Columns that are never null although PostgreSQL cannot tell. */
  readonly neverNull?: readonly string[];
  /** Never set: they carry the types. */
  readonly row?: Row;
  readonly given?: Given;
}

/**
 * What PostgreSQL says of statements, by name: their rows, and the values that they take. `npm run generate` describes
 * the texts, and writes it into the files `statements.generated.ts`.
 * @public
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- its members are in those files
export interface StatementTypes {}

/** The rows of a statement; unknown until its text has been described. */
export type RowNamed<Name extends string> = Name extends keyof StatementTypes
  ? StatementTypes[Name] extends { readonly row: infer Row }
    ? Row
    : never
  : unknown;

/** The values of a statement; any, until its text has been described. */
type GivenNamed<Name extends string> = Name extends keyof StatementTypes
  ? StatementTypes[Name] extends { readonly given: infer Given }
    ? Given
    : never
  : readonly SqlValue[];

interface StatementOptions {
  readonly plan?: PlanKind;
  /** Required if it writes; a test finds those without. */
  readonly writes?: WriteReason;
  /**
   * Columns that are never null although PostgreSQL cannot tell, such as one that a condition excludes. Tests check each
   * row that they read.
   */
  readonly neverNull?: readonly string[];
}

const statements = new Map<string, Statement>();

/** Makes a statement of SQL text. PostgreSQL says what it returns and takes, see `StatementTypes`. */
export function statement<const Name extends string>(
  name: Name,
  text: string,
  options: StatementOptions = {},
): Statement<RowNamed<Name>, GivenNamed<Name>> {
  return registered({ name, text: text.trim(), ...options });
}

/**
 * Makes a statement of a text that is composed at run time; its rows have the same columns as those of another.
 * @throws Error when the name already has another text: the two would be mixed up on a connection
 */
export function statementLike<Row>(
  _like: { readonly row?: Row },
  named: Pick<Statement, 'name' | 'text' | 'plan'>,
): Statement<Row, readonly SqlValue[]> {
  const known = statements.get(named.name);
  if (known !== undefined && known.text !== named.text) throw new Error(`Two statements are named ${named.name}.`);
  statements.set(named.name, named);
  return named;
}

/**
 * Registers a statement.
 * @throws Error when the name is taken
 */
export function registered<Row, Given>(named: Statement<Row, Given>): Statement<Row, Given> {
  if (statements.has(named.name)) throw new Error(`Two statements are named ${named.name}.`);
  statements.set(named.name, named);
  return named;
}

/** Notes on a failure of the database which statement failed: its own text may contain values, and is not logged. */
export function noteStatement(error: unknown, name: string): void {
  if (error instanceof Error && name !== '') Reflect.set(error, 'statement', name);
}

/** Compiles the texts of all statements, so that no request waits for it. */
export function compileStatements(): void {
  registeredStatements();
}

/** Returns all registered statements, with their texts compiled. */
export function registeredStatements(): readonly Statement[] {
  return [...statements.values()].map((one) => ({ ...one }));
}

/** Returns the values in the order of the statement's parameters; null for those that are missing. */
export function valuesInOrder({ parameters = [] }: Statement, given: StatementValues): readonly SqlValue[] {
  if (isList(given)) return given;
  return pathsOf(parameters).map(({ group, name }) => {
    const values = group === undefined ? given : given[group];
    const value = isGroup(values) ? values[name] : undefined;
    return value === undefined || isGroup(value) ? null : value;
  });
}

/** Where the value of a parameter is found. */
interface ParameterPath {
  readonly group: string | undefined;
  readonly name: string;
}

const paths = new WeakMap<readonly string[], readonly ParameterPath[]>();

function pathsOf(parameters: readonly string[]): readonly ParameterPath[] {
  let known = paths.get(parameters);
  if (known === undefined) {
    known = parameters.map((parameter) => {
      const [name = '', group] = parameter.split('.').toReversed();
      return { group, name };
    });
    paths.set(parameters, known);
  }
  return known;
}

function isList(given: StatementValues): given is readonly SqlValue[] {
  return Array.isArray(given);
}

function isGroup(value: SqlValue | StatementValues | undefined): value is NamedValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** Runs registered statements. */
export interface Sql {
  run<Row, Given extends StatementValues>(statement: Statement<Row, Given>, values: NoInfer<Given>): Promise<Row[]>;
}
