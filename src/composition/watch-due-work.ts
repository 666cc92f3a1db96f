import { EARLIEST_CAPTURE } from '../webhooks/capture/queue-messages.ts';
import { EARLIEST_DELIVERY } from '../webhooks/deliveries/due-delivery.rows.ts';
import { EARLIEST_DOCUMENT } from '../bank/identity-pictures/analyse-documents.ts';
import { EARLIEST_RECORDED } from '../events/relay-backlog.ts';
import { DueWorkWatch, type DueWork } from '../platform/loops/due-work.ts';
import { EARLIEST_REGISTRATION } from '../bank/registrations/analyse-registrations.ts';
import { EARLIEST_REPROCESSING } from '../webhooks/reprocessing/run-reprocessing.ts';
import type { Services } from './services.ts';

/** The loops that rest until something is due for them. */
export type DueLoops = Readonly<
  Record<'relay' | 'deliveries' | 'reprocessing' | 'documents' | 'registrations', DueWork['loop']>
>;

/** What wakes loops whose work has come due, whoever made it so. */
export function watchDueWork(services: Services, loops: DueLoops): DueWorkWatch {
  const works = [
    { loop: loops.relay, earliest: EARLIEST_RECORDED },
    { loop: loops.relay, earliest: EARLIEST_CAPTURE },
    { loop: loops.deliveries, earliest: EARLIEST_DELIVERY },
    { loop: loops.reprocessing, earliest: EARLIEST_REPROCESSING },
    { loop: loops.documents, earliest: EARLIEST_DOCUMENT },
    { loop: loops.registrations, earliest: EARLIEST_REGISTRATION },
  ];
  return new DueWorkWatch({ ...services, name: 'due-work', works });
}
