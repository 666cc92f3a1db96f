import type { SqlEntityManager } from '@mikro-orm/sql';
import { AccountProgram } from '../accounts/account-program.entity.ts';
import { Bank } from '../accounts/bank.entity.ts';
import { PaymentAccount } from '../accounts/payment-account.entity.ts';
import { Holder } from '../customers/holder.entity.ts';
import type { Chance } from '../kernel/chance.ts';
import { Partner } from '../partners/partner.entity.ts';
import {
  SANDBOX_BANKS,
  SANDBOX_BRANCH,
  SANDBOX_HOLDER_NAMES,
  SANDBOX_PARTNERS,
  SANDBOX_REGISTRATIONS,
  type SandboxPartner,
} from './sandbox-world.ts';

/** Digits of a CPF, by which a person is told from a company. */
const CPF_LENGTH = 11;

/** Fills an empty database with the sandbox world; one that has partners is left as it is. */
export async function seedSandbox(entityManager: SqlEntityManager, chance: Chance, now: Date): Promise<void> {
  await entityManager.fork().transactional(async (em) => {
    if ((await em.count(Partner)) > 0) return;
    for (const bank of SANDBOX_BANKS) em.create(Bank, { ...bank });
    for (const partner of SANDBOX_PARTNERS) createPartner(em, partner, chance, now);
  });
}

function createPartner(em: SqlEntityManager, partner: SandboxPartner, chance: Chance, now: Date): void {
  const partnerId = partner.id;
  const createdAt = now;
  em.create(Partner, { id: partnerId, name: partner.name, companyKey: partnerId, createdAt });
  const { pocketsConfigured, pocketLimit } = partner;
  const programId = chance.timeOrderedUuid(now);
  em.create(AccountProgram, { id: programId, partnerId, name: `${partner.name} accounts`, pocketsConfigured });
  const holderIds = new Map<string, string>();
  for (const { holderDocument } of partner.accounts) {
    if (holderIds.has(holderDocument)) continue;
    const id = chance.timeOrderedUuid(now);
    holderIds.set(holderDocument, id);
    const isPerson = holderDocument.length === CPF_LENGTH;
    em.create(Holder, {
      id,
      partnerId,
      documentValue: holderDocument,
      documentType: isPerson ? 'CPF' : 'CNPJ',
      type: isPerson ? 'CUSTOMER' : 'BUSINESS',
      name: SANDBOX_HOLDER_NAMES[holderDocument] ?? holderDocument,
      status: 'ACTIVE',
      registrationStatus: SANDBOX_REGISTRATIONS[holderDocument] ?? 'APPROVED',
      createdAt,
    });
  }
  for (const { number, holderDocument, status = 'ACTIVE' } of partner.accounts)
    em.create(PaymentAccount, {
      id: chance.timeOrderedUuid(now),
      partnerId,
      programId,
      holderId: holderIds.get(holderDocument) ?? '',
      bankIspb: SANDBOX_BANKS[0].ispb,
      branch: SANDBOX_BRANCH,
      number,
      type: 'PAYMENT',
      status,
      pocketLimit,
      createdAt,
    });
}
