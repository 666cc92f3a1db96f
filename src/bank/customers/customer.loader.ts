import DataLoader from 'dataloader';
import { perOperation, principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { FIND_CUSTOMERS_BY_DOCUMENT } from './customer.rows.ts';
import { CustomerType } from './customer.type.ts';

/** Audits that customers were read, before their data is shown. */
export async function auditCustomers(
  context: RequestContext,
  query: string,
  rows: readonly { readonly id: string }[],
): Promise<void> {
  await context.auditRead(
    context,
    query,
    rows.map(({ id }) => id),
  );
}

/** Loads the caller's customers by CPF; undefined for persons that the partner has not registered. */
export const customerByDocumentLoader = perOperation(
  (context) =>
    new DataLoader<string, CustomerType | undefined>(async (documents) => {
      const values = { partnerId: principalOf(context).partnerId, documents };
      const rows = await context.database.run(FIND_CUSTOMERS_BY_DOCUMENT, values);
      await auditCustomers(context, 'customer', rows);
      const byDocument = new Map(rows.map((row) => [row.documentNumber, new CustomerType(row)]));
      return documents.map((document) => byDocument.get(document));
    }),
);
