import type { Capability } from '../../../capability.ts';
import { WOKEN_REST_MS } from '../../../platform/loops/background-loop.ts';
import { CashInClearing } from './cash-in-clearing.entity.ts';
import { CashInStatusResolver } from './cash-in-status.resolver.ts';
import { clearDue, type ClearCashInDependencies } from './clear-cash-in.ts';
import { EARLIEST_CLEARING } from './clearing.rows.ts';
import { receiptRefusals } from './receipt.errors.ts';
import { ReceiptResolver } from './receipt.resolver.ts';
import { clearCashInPort, recordCashInPort, type ReceiptNeeds } from './receipts.port.ts';

/** Cash-ins that are held until they are cleared, and those that the bank's own systems post. */
export const receiptsCapability: Capability<ReceiptNeeds, ClearCashInDependencies> = {
  folder: 'extensions/ledger/receipts',
  neighbours: [
    'bank/accounts',
    'bank/addressing-keys',
    'bank/cash-ins',
    'bank/partners',
    'events/log',
    'playground/sandbox',
    'extensions/ledger/books',
  ],
  entities: [CashInClearing],
  refusals: [receiptRefusals],
  resolvers: (needs) => [
    new CashInStatusResolver(),
    new ReceiptResolver(recordCashInPort(needs), clearCashInPort(needs)),
  ],
  work(needs, loop) {
    const name = 'cash-in-clearings';
    return [{ name, worker: loop(name, WOKEN_REST_MS, () => clearDue(needs)), due: [EARLIEST_CLEARING] }];
  },
};
