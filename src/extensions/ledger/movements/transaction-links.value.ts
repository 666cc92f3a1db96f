/** Returns the next steps on a transaction of a pocket, in the terms of the partner API. */
export function transactionLinks(pocketNumber: string, code: string, publicUrl: string) {
  const address = `${publicUrl}/pockets/${pocketNumber}`;
  const links = [
    { url: `${address}/transactions/${code}`, rel: 'get_pocket_transaction', method: 'GET' },
    { url: `${address}/balances`, rel: 'get_pocket_balances', method: 'GET' },
  ] as const;
  return links;
}
