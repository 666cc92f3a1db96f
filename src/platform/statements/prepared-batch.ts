import type { Duplex } from 'node:stream';
import type { Connection, FieldDef, Submittable } from 'pg';
import { serialize } from 'pg-protocol';
import type { PreparedRun, ReceivedFields } from './prepared-run.ts';
import { noteStatement } from './statement.ts';

declare module 'pg' {
  /** What pg provides to its own queries, missing from its types. */
  interface Connection {
    /** Texts of the statements that are prepared, by name. */
    readonly parsedStatements: Readonly<Record<string, string>>;
    /** Texts of statements that were sent to be prepared; pg removes one when the database has answered. */
    readonly submittedNamedStatements: Record<string, string>;
    /** Starts reading messages; called again when the connection is encrypted. */
    attachListeners: (stream: Duplex) => void;
  }
}

const SYNC = serialize.sync();

/**
 * Runs of prepared statements that are sent together, followed by one Sync: the database answers once instead of once
 * for each, so that both sides wake up less often. They run one after the other, each with a fresh snapshot. If one
 * fails, those after it are not run, and all fail with its error. Outside a transaction they are one.
 * @see https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY
 */
export class PreparedBatch implements Submittable {
  private readonly runs: PreparedRun<unknown>[] = [];
  private answered = 0;

  /** pg tracks prepared statements by name and text: these are those of the run that is being answered. */
  get name(): string {
    return this.current?.name ?? '';
  }

  get text(): string {
    return this.current?.text ?? '';
  }

  add(run: PreparedRun<unknown>): void {
    this.runs.push(run);
  }

  /** @returns an Error when another text is prepared under one of the names; nothing is sent in that case */
  submit(connection: Connection): Error | undefined {
    const { stream, parsedStatements, submittedNamedStatements } = connection;
    for (const { name, text } of this.runs) {
      const prepared = parsedStatements[name] ?? submittedNamedStatements[name] ?? text;
      if (prepared !== text) return new Error(`Two statements are named ${name}.`);
    }
    const messages: Buffer[] = [];
    for (const run of this.runs) run.write(connection, messages);
    messages.push(SYNC);
    // As one buffer: a system call with many takes longer than copying them.
    stream.write(Buffer.concat(messages));
    return undefined;
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.current?.describe(fields);
  }

  handleDataRow(row: ReceivedFields): void {
    this.current?.take(row);
  }

  handleCommandComplete(): void {
    this.current?.complete();
    this.answered += 1;
  }

  /** From here on the results are final, unless a commit is still to follow. */
  handleReadyForQuery(): void {
    for (const run of this.runs) run.settle();
  }

  handleError(error: unknown, { parsedStatements, submittedNamedStatements }: Connection): void {
    for (const { name } of this.runs.slice(this.answered))
      // It was neither prepared nor run.
      if (parsedStatements[name] === undefined) Reflect.deleteProperty(submittedNamedStatements, name);
    noteStatement(error, this.name);
    for (const run of this.runs) run.fail(error);
  }

  private get current(): PreparedRun<unknown> | undefined {
    return this.runs[this.answered];
  }
}
