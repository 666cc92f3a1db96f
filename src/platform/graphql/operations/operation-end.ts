import type { OperationTypeNode } from 'graphql';

/** How an operation ended, for those who count and log; nothing in it is personal. */
export interface OperationEnd {
  /** Undefined for a request that was no operation. */
  readonly type: OperationTypeNode | undefined;
  /** The client's name for it. */
  readonly name: string | undefined;
  readonly rootFields: readonly string[];
  readonly transport: 'http' | 'socket';
  readonly partnerId: string | undefined;
  readonly correlationId: string;
  /** Codes of its top-level errors, each once. */
  readonly codes: readonly string[];
  readonly cost: number | undefined;
  /** From the arrival of the request to its answer; for a subscription until it was opened. */
  readonly milliseconds: number;
}

export type ObserveOperation = (end: OperationEnd) => void;
