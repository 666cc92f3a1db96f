/** Returns the next steps on a pocket, in the terms and order of the partner API. */
export function pocketLinks(number: string, publicUrl: string) {
  const address = `${publicUrl}/pockets/${number}`;
  const links = [
    { url: address, rel: 'get_pocket', method: 'GET' },
    { url: `${address}/balances`, rel: 'get_pocket_balances', method: 'GET' },
    { url: `${address}/transactions/savings`, rel: 'create_pocket_transaction_savings', method: 'POST' },
    { url: `${address}/closure`, rel: 'close_pocket', method: 'PATCH' },
  ] as const;
  return links;
}
