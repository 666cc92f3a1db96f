import { statementLike, type SqlValue, type Statement } from '../../src/platform/statements/statement.ts';

/** Makes a statement of a test, which says itself what it returns. */
export function ownStatement<Row>(name: string, text: string, plan?: 'custom'): Statement<Row, readonly SqlValue[]> {
  return statementLike<Row>({}, { name, text: text.trim(), ...(plan && { plan }) });
}
