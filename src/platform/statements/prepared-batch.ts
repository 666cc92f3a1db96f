import type { Duplex } from 'node:stream';
import type { Connection, FieldDef, Submittable } from 'pg';
import { serialize } from 'pg-protocol';
import type { PreparedRun, ReceivedFields } from './prepared-run.ts';

declare module 'pg' {
  /** What pg lets its own queries know, and its types do not tell. */
  interface Connection {
    /** Texts of the statements that are prepared, by name. */
    readonly parsedStatements: Readonly<Record<string, string>>;
    /** Texts of those that were sent to be prepared; pg takes one out when the database has answered. */
    readonly submittedNamedStatements: Record<string, string>;
    /** Begins to read messages; called again when the connection is encrypted. */
    attachListeners: (stream: Duplex) => void;
  }
}

const SYNC = serialize.sync();

/**
 * Runs of prepared statements that travel together, with one Sync after them all: the database answers once instead of
 * once for each, which neither side then has to wake up for. They run one after the other, each with a fresh snapshot.
 * When one fails those after it are not run at all, and all fail for its reason. Outside a transaction they are one.
 * @see https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY
 */
export class PreparedBatch implements Submittable {
  private readonly runs: PreparedRun<unknown>[] = [];
  private answered = 0;

  /** By this and the text pg keeps account of what is prepared: they are those of the run that is answered now. */
  get name(): string {
    return this.current?.name ?? '';
  }

  get text(): string {
    return this.current?.text ?? '';
  }

  add(run: PreparedRun<unknown>): void {
    this.runs.push(run);
  }

  /** @returns Error when another text is prepared as one of them; nothing was sent then */
  submit(connection: Connection): Error | undefined {
    const { stream, parsedStatements, submittedNamedStatements } = connection;
    for (const { name, text } of this.runs) {
      const prepared = parsedStatements[name] ?? submittedNamedStatements[name] ?? text;
      if (prepared !== text) return new Error(`Two statements are named ${name}.`);
    }
    const messages: Buffer[] = [];
    for (const run of this.runs) run.write(connection, messages);
    messages.push(SYNC);
    // In one piece: a system call over many takes longer than to copy them.
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

  /** What was run lasts from here on, if it does not wait for a commit. */
  handleReadyForQuery(): void {
    for (const run of this.runs) run.settle();
  }

  handleError(error: unknown, { parsedStatements, submittedNamedStatements }: Connection): void {
    for (const { name } of this.runs.slice(this.answered))
      // It was not prepared, as little as run.
      if (parsedStatements[name] === undefined) Reflect.deleteProperty(submittedNamedStatements, name);
    for (const run of this.runs) run.fail(error);
  }

  private get current(): PreparedRun<unknown> | undefined {
    return this.runs[this.answered];
  }
}
