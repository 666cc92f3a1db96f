import { errorTypeName, type DomainError } from '../../kernel/domain-error.ts';
import type { CommitNote, Sql } from '../database/database.ts';
import { compiled, insertOf, valuesOf } from '../statements/compiled.ts';
import type { Composition } from '../statements/composition.ts';
import { AuditOutbox } from './audit-outbox.entity.ts';

/** What is known of a mutation before it has ended. */
export interface AuditedCall {
  readonly id: string;
  readonly at: Date;
  readonly partnerId: string;
  readonly client: string | null;
  readonly mutation: string;
  readonly correlationId: string;
}

/** Columns of an entry that commits together with the effect. */
const AUDITED = ['id', 'at', 'partnerId', 'client', 'mutation', 'result', 'correlationId'] as const;

/** Written by each mutation, and sent with its commit in one round trip: a flush is one of its own. */
const ADD_ENTRY = compiled(
  'add_audit_entry',
  { entities: [AuditOutbox], parameters: valuesOf(AuditOutbox, AUDITED), writes: 'figure' },
  (_, values) => insertOf(AuditOutbox, values),
);

/** Returns the query of a larger statement that inserts the entry, if there is one to insert. */
export function auditInsertion(composition: Composition, from: string): string {
  return composition.insertion(AuditOutbox, {
    columns: AUDITED,
    group: 'audit',
    given: { partnerId: composition.parameter('partnerId') },
    from: `from ${from} where ${composition.parameter('id', 'audit')}::uuid is not null`,
  });
}

/** The entry of one mutation. It commits with the first of the mutation's transactions that commits. */
export class AuditedMutation implements CommitNote {
  /** The result in the entry, once that has committed. */
  result: string | undefined;
  private readonly call: AuditedCall;
  private readonly success: string;

  /** @param success name of the union's member for a success */
  constructor(call: AuditedCall, success: string) {
    this.call = call;
    this.success = success;
  }

  get isNeeded(): boolean {
    return this.result === undefined;
  }

  get ofSuccess() {
    return this.saying(undefined);
  }

  async write(sql: Sql, refusal: DomainError | undefined): Promise<void> {
    await sql.run(ADD_ENTRY, this.saying(refusal));
  }

  committed(refusal?: DomainError): void {
    this.result ??= this.resultOf(refusal);
  }

  private saying(refusal: DomainError | undefined) {
    const { at, ...rest } = this.call;
    return { ...rest, at: at.toISOString(), result: this.resultOf(refusal) };
  }

  private resultOf(refusal: DomainError | undefined): string {
    return refusal === undefined ? this.success : errorTypeName(refusal.code);
  }
}
