import type { WithoutDatabase } from '../../platform/database/caller.ts';
import type { Made } from '../../platform/idempotency/once-per-key.ts';
import type { Perform } from '../elsewhere.port.ts';
import {
  gatheredRegistrations,
  registerCustomer,
  type RegisterCustomerCommand,
  type RegisterCustomerDependencies,
} from './register-customer.ts';
import type { RegistrationRow } from './registration.rows.ts';
import {
  requestDetailedAnalysis,
  type RequestDetailedAnalysisCommand,
  type RequestedAnalysis,
} from './request-detailed-analysis.ts';

/** Registers a person. */
export type RegisterCustomer = Perform<RegisterCustomerCommand, Made<RegistrationRow>>;

/** Requests a detailed analysis. */
export type RequestDetailedAnalysis = Perform<RequestDetailedAnalysisCommand, RequestedAnalysis>;

/** What of registrations may happen elsewhere. */
export interface RegistrationsElsewhere {
  readonly registerCustomer?: RegisterCustomer;
  readonly requestDetailedAnalysis?: RequestDetailedAnalysis;
}

export interface RegistrationsNeeds extends Omit<WithoutDatabase<RegisterCustomerDependencies>, 'registrations'> {
  readonly elsewhere: RegistrationsElsewhere;
}

/** Registers persons elsewhere, or here. */
export function registerCustomerPort({ elsewhere, ...needs }: RegistrationsNeeds): RegisterCustomer {
  if (elsewhere.registerCustomer !== undefined) return elsewhere.registerCustomer;
  const registrations = gatheredRegistrations();
  return ({ database, requester }, command) =>
    registerCustomer({ ...needs, database, registrations }, requester, command);
}

/** Requests detailed analyses elsewhere, or here. */
export function requestDetailedAnalysisPort({ elsewhere, ...needs }: RegistrationsNeeds): RequestDetailedAnalysis {
  return (
    elsewhere.requestDetailedAnalysis ??
    (({ database, requester }, command) => requestDetailedAnalysis({ ...needs, database }, requester, command))
  );
}
