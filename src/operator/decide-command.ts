import { CustomerRegistration } from '../bank/customers/customer-registration.entity.ts';
import { ReprovalReason } from '../bank/customers/reproval-reason.enum.ts';
import { findPartner } from '../bank/partners/find-partner.ts';
import {
  decideDetailedAnalysis,
  type DetailedDecision,
} from '../bank/registration-decisions/decide-detailed-analysis.ts';
import { eventLog } from '../events/log/event-log.ts';
import { DomainError } from '../kernel/domain-error.ts';
import { FLAG, readArguments, TEXT, wrongUsage } from '../platform/commands/arguments.ts';
import { CommandError, type CommandDatabase, type ExtensionCommand } from '../platform/commands/command.ts';
import { unknownPartner } from '../platform/commands/unknown-partner.ts';

const REASONS = Object.values(ReprovalReason);
/** Most analyses that are listed. */
const SHOWN_MAX = 100;

const USAGE = `npm run decide -- --partner ACME_PAY --document 99900000188 --approve
npm run decide -- --partner ACME_PAY --document 99900000188 --reprove [--reasons FACE_MISMATCH,OTHER]

Decides the detailed analysis of a customer. Without options it lists those that wait, the first due first.
Reasons: ${REASONS.join(', ')}.`;

interface Decision extends DetailedDecision {
  readonly partnerId: string;
}

/** `npm run decide` */
export const decide: ExtensionCommand = async (line) => {
  const decision = read(line.args);
  return line.onDatabase((opened) => (decision === undefined ? list(opened) : conclude(opened, decision)));
};

function read(args: readonly string[]): Decision | undefined {
  const options = { partner: TEXT, document: TEXT, approve: FLAG, reprove: FLAG, reasons: TEXT };
  const { partner, document, approve, reprove, reasons } = readArguments(args, { usage: USAGE, options }).values;
  if (args.length === 0) return undefined;
  if (partner === undefined) throw wrongUsage('--partner is missing.', USAGE);
  if (document === undefined) throw wrongUsage('--document is missing.', USAGE);
  if (approve === reprove) throw wrongUsage('Give either --approve or --reprove.', USAGE);
  return { partnerId: partner, documentNumber: document, approved: approve, reasons: reasonsOf(reasons) };
}

function reasonsOf(text: string | undefined): ReprovalReason[] {
  return (text?.split(',') ?? []).map((word) => {
    const reason = REASONS.find((known) => known === word.trim());
    if (reason === undefined) throw new CommandError(`A reason is unknown: give some of ${REASONS.join(', ')}.`);
    return reason;
  });
}

async function conclude(
  { database, clock, random }: CommandDatabase,
  { partnerId, ...decision }: Decision,
): Promise<string> {
  const partner = await findPartner(database, partnerId);
  if (partner === undefined) throw await unknownPartner(database, partnerId);
  // The relay numbers the event at its next poll.
  const needs = { database, clock, random, eventLog: eventLog(() => undefined) };
  const decided = await decideDetailedAnalysis(needs, { partnerId, companyKey: partner.companyKey }, decision);
  if (decided instanceof DomainError) throw new CommandError(`Nothing was decided. ${sentenceOf(decided)}`);
  return `The registration ${decided.id} is ${decided.status}.`;
}

/** The document is not repeated: even if it is not a CPF, it may be personal data. */
function sentenceOf({ code }: DomainError): string {
  switch (code) {
    case 'CUSTOMER_NOT_FOUND':
      return 'The partner has no customer with this CPF.';
    case 'DETAILED_ANALYSIS_NOT_AVAILABLE':
      return 'No detailed analysis of this customer waits for a decision.';
    default:
      return '--document must be a CPF, 11 digits without a mask, and --approve has no --reasons.';
  }
}

async function list({ database }: CommandDatabase): Promise<string> {
  const open = await database.entities.find(
    CustomerRegistration,
    { detailedDueAt: { $ne: null }, detailedDecidedAt: null },
    { orderBy: { detailedDueAt: 'asc' }, limit: SHOWN_MAX },
  );
  if (open.length === 0) return 'No detailed analysis waits for a decision.';
  return open
    .map(
      ({ partnerId, documentNumber, detailedRequestedAt, detailedDueAt }) =>
        `${partnerId} ${documentNumber}: requested at ${detailedRequestedAt?.toISOString() ?? ''}, due at ${detailedDueAt?.toISOString() ?? ''}`,
    )
    .join('\n');
}
