import { errorTypeName, type DomainError } from '../../kernel/domain-error.ts';
import type { CommitNote, Sql } from '../database/database.ts';
import { insertion } from '../statements/compiled.ts';
import { AuditOutbox } from './audit-outbox.entity.ts';

/** What an entry says of a mutation before it has ended. */
export interface AuditedCall {
  readonly id: string;
  readonly at: Date;
  readonly partnerId: string;
  readonly client: string | null;
  readonly mutation: string;
  readonly correlationId: string;
}

const ADD_ENTRY = insertion('add_audit_entry', AuditOutbox, [
  ...(['id', 'at', 'partnerId', 'client', 'mutation', 'result', 'correlationId'] as const),
]);

/** The entry of one mutation, which commits with the first of its transactions that commits. */
export class AuditedMutation implements CommitNote {
  /** What the entry says that has committed with an effect. */
  result: string | undefined;
  private written: string | undefined;
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

  async write(sql: Sql, refusal: DomainError | undefined): Promise<void> {
    this.written = refusal === undefined ? this.success : errorTypeName(refusal.code);
    const { at, ...said } = this.call;
    await sql.run(ADD_ENTRY, { ...said, at: at.toISOString(), result: this.written });
  }

  committed(): void {
    this.result ??= this.written;
  }
}
