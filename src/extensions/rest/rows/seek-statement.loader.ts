import { FIND_PAYMENT_ACCOUNT_BY_NUMBER } from '../../../bank/accounts/payment-account.rows.ts';
import { principalOf, type RequestContext } from '../../../platform/requests/request-context.ts';
import { statementPages } from '../../ledger/books/statement-pages.loader.ts';
import { statementFilters } from '../../ledger/books/statement.rows.ts';
import type { Sought, Variables } from '../rest-row.ts';

/** Maximum number of keys to skip; deeper pages are reached by links, at any depth. */
const KEYS_MAX = 10_000;

/** Finds where a page of a statement starts. */
export async function seekStatement(context: RequestContext, variables: Variables, skip: number): Promise<Sought> {
  const values = { partnerId: principalOf(context).partnerId, number: String(variables['number']) };
  const [account] = await context.database.run(FIND_PAYMENT_ACCOUNT_BY_NUMBER, values);
  if (account === undefined) return 'beyond the end';
  const [owner, filters] = [account.id, statementFilters(null)];
  const { count } = await statementPages.total(context, owner, filters);
  if (count <= skip && count < KEYS_MAX) return 'beyond the end';
  if (skip > KEYS_MAX) return 'too deep';
  const after = await statementPages.cursorAt(context, { owner, filters, skip });
  return after === undefined ? 'beyond the end' : { after };
}
