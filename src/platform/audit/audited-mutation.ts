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

/** What an entry says that commits with an effect. */
export const AUDITED = ['id', 'at', 'partnerId', 'client', 'mutation', 'result', 'correlationId'] as const;

const ADD_ENTRY = insertion('add_audit_entry', AuditOutbox, AUDITED);

/** The entry of one mutation, which commits with the first of its transactions that commits. */
export class AuditedMutation implements CommitNote {
  /** What the entry says that has committed with an effect. */
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
    const { at, ...said } = this.call;
    return { ...said, at: at.toISOString(), result: this.resultOf(refusal) };
  }

  private resultOf(refusal: DomainError | undefined): string {
    return refusal === undefined ? this.success : errorTypeName(refusal.code);
  }
}
