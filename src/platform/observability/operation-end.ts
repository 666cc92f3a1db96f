import type { OperationTypeNode } from 'graphql';

/** How an operation ended, for metrics and logs; it contains no personal data. */
export interface OperationEnd {
  /** Undefined for a request without an operation. */
  readonly type: OperationTypeNode | undefined;
  /** The client's name for it. */
  readonly name: string | undefined;
  readonly rootFields: readonly string[];
  readonly transport: 'http' | 'socket';
  readonly partnerId: string | undefined;
  readonly correlationId: string;
  /** Codes of its top-level errors, without duplicates. */
  readonly codes: readonly string[];
  readonly cost: number | undefined;
  /** From the arrival of the request to its response; for a subscription until it is open. */
  readonly milliseconds: number;
}

export type ObserveOperation = (end: OperationEnd) => void;
