import { CustomerRegistration } from '../customers/customer-registration.entity.ts';
import type { Customer } from '../customers/customer.entity.ts';
import { customerNotFound } from '../customers/customer.errors.ts';
import { refuseNoCpf } from '../customers/refuse-no-cpf.ts';
import type { ReprovalReason } from '../customers/reproval-reason.enum.ts';
import { detailedAnalysisNotAvailable } from '../registrations/registration.errors.ts';
import { registrationEvent } from '../registrations/registration.events.ts';
import { FIND_REGISTRATIONS, type RegistrationRow } from '../registrations/registration.rows.ts';
import { refuseInput, type InvalidInput } from '../../kernel/domain-error.ts';
import type { Requester } from '../../kernel/requester.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { decide, END_ROUND, type ConcludeDependencies, type Verdict } from './conclude-registration.ts';
import { lockCustomer } from '../customers/lock-customer.ts';
import { storedRow } from '../../platform/statements/stored-row.ts';

export interface DetailedDecision {
  /** CPF of the customer. */
  readonly documentNumber: string;
  readonly approved: boolean;
  /** Why it is rejected. */
  readonly reasons?: readonly ReprovalReason[] | null;
}

/** Why a detailed analysis cannot be decided. */
export type DetailedDecisionRefusal =
  InvalidInput | ReturnType<typeof customerNotFound | typeof detailedAnalysisNotAvailable>;

type DecideDependencies = Omit<ConcludeDependencies, 'noteVerdict'>;

/** Decides the detailed analysis of a customer that waits for it; customer, contacts, holder and event commit together. */
export async function decideDetailedAnalysis(
  dependencies: DecideDependencies,
  requester: Omit<Requester, 'correlationId'>,
  { documentNumber, approved, reasons }: DetailedDecision,
): Promise<RegistrationRow | DetailedDecisionRefusal> {
  const verdict: Verdict = { status: approved ? 'APPROVED' : 'REPROVED', reasons: reasons ?? [] };
  const refusal = refuseNoCpf(documentNumber) ?? refuseReasons(verdict);
  if (refusal !== undefined) return refusal;
  return dependencies.database.transaction(async (transaction) => {
    const { entities } = transaction;
    const customer = await lockCustomer(entities, { partnerId: requester.partnerId, documentNumber });
    if (customer === null) return customerNotFound();
    const open = { detailedRequestedAt: { $ne: null }, detailedDecidedAt: null };
    const registration = await entities.findOne(CustomerRegistration, { id: customer.registrationId, ...open });
    if (registration === null) return detailedAnalysisNotAvailable();
    return decideOpen(transaction, { ...dependencies, requester, customer, registration }, verdict);
  });
}

function refuseReasons({ status, reasons }: Verdict): InvalidInput | undefined {
  if (status === 'REPROVED' || reasons.length === 0) return undefined;
  return refuseInput([{ path: ['reasons'], code: 'CONFLICT', message: 'An approval has no reasons.' }]);
}

interface Open extends DecideDependencies {
  readonly requester: Omit<Requester, 'correlationId'>;
  readonly customer: Customer;
  readonly registration: CustomerRegistration;
}

async function decideOpen(
  transaction: Transaction,
  { requester, customer, registration, clock, random, eventLog }: Open,
  verdict: Verdict,
): Promise<RegistrationRow> {
  const at = clock.now();
  const decidedAt = at.toISOString();
  const { id, documentNumber, correlationId } = registration;
  registration.detailedDecidedAt = at;
  await transaction.entities.flush();
  const step = { registrationId: id, documentNumber, status: verdict.status, at };
  const event = registrationEvent({ ...step, requester: { ...requester, correlationId } }, random);
  await transaction.pipeline((pipelined) =>
    Promise.all([
      pipelined.run(END_ROUND, [id, verdict.status, decidedAt, null]),
      ...decide(pipelined, { id, customerId: customer.id, decidedAt }, verdict),
      eventLog.record(pipelined, event),
    ]),
  );
  transaction.afterCommit(eventLog.wake);
  return storedRow(transaction, FIND_REGISTRATIONS, registration);
}
