import { refuseInput, type InvalidInput } from '../../kernel/domain-error.ts';
import { InputCheck } from '../../kernel/input-check.ts';
import { faultOf, isFilled } from '../../kernel/text.ts';

/** Statuses that can be set, by what has them. CLOSED and CANCELED have mutations of their own. */
export const SETTABLE = {
  pocket: ['ACTIVE', 'DORMANT', 'LOCKED'],
  account: ['ACTIVE', 'BLOCKED'],
  customer: ['APPROVED', 'BLOCKED'],
} as const;

/** A status to set, and one of three numbers. */
export interface StatusRequest {
  readonly pocketNumber?: string | null;
  readonly accountNumber?: string | null;
  readonly documentNumber?: string | null;
  readonly status: string;
}

/** The same, checked. */
export type NewStatus =
  | { readonly kind: 'pocket'; readonly number: string; readonly status: (typeof SETTABLE)['pocket'][number] }
  | { readonly kind: 'account'; readonly number: string; readonly status: (typeof SETTABLE)['account'][number] }
  | {
      readonly kind: 'customer';
      readonly documentNumber: string;
      readonly status: (typeof SETTABLE)['customer'][number];
    };

const NAMES = ['pocketNumber', 'accountNumber', 'documentNumber'] as const;

/** Checks that a request names one thing, and a status that it can have. */
export function newStatus(request: StatusRequest): NewStatus | InvalidInput {
  const check = new InputCheck();
  const [name = 'pocketNumber', ...others] = NAMES.filter((one) => request[one] !== null && request[one] !== undefined);
  const number = request[name] ?? '';
  check.demand(isFilled(number), name, `Give one of ${NAMES.join(', ')}.`, faultOf(number));
  for (const other of others) check.demand(false, other, `Give only one of ${NAMES.join(', ')}.`, 'CONFLICT');
  const wanted = statusOf(name, number, request.status);
  if (wanted === undefined) check.demand(false, 'status', statusWanted(name), faultOf(request.status, 'NOT_ALLOWED'));
  return wanted === undefined || check.violations.length > 0 ? refuseInput(check.violations) : wanted;
}

function statusOf(name: (typeof NAMES)[number], number: string, text: string): NewStatus | undefined {
  switch (name) {
    case 'pocketNumber': {
      const status = SETTABLE.pocket.find((one) => one === text);
      return status && { kind: 'pocket', number, status };
    }
    case 'accountNumber': {
      const status = SETTABLE.account.find((one) => one === text);
      return status && { kind: 'account', number, status };
    }
    case 'documentNumber': {
      const status = SETTABLE.customer.find((one) => one === text);
      return status && { kind: 'customer', documentNumber: number, status };
    }
  }
}

const STATUSES = {
  pocketNumber: SETTABLE.pocket,
  accountNumber: SETTABLE.account,
  documentNumber: SETTABLE.customer,
} as const;

function statusWanted(name: (typeof NAMES)[number]): string {
  return `Give ${STATUSES[name].join(' or ')}.`;
}

/** Refuses to change a status that is final, or that a registration has to end first. */
export function refuseStatus(): InvalidInput {
  const message = 'Its present status cannot be changed in this way.';
  return refuseInput([{ path: ['status'], code: 'CONFLICT', message }]);
}
