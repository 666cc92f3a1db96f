import type { SqlEntityManager } from '@mikro-orm/sql';
import { AccountProgram } from '../../bank/accounts/account-program.entity.ts';
import { Bank } from '../../bank/accounts/bank.entity.ts';
import { PaymentAccount } from '../../bank/accounts/payment-account.entity.ts';
import { Holder } from '../../bank/customers/holder.entity.ts';
import type { Random } from '../../kernel/random.ts';
import { Partner } from '../../bank/partners/partner.entity.ts';
import {
  SANDBOX_BANKS,
  SANDBOX_BRANCH,
  SANDBOX_HOLDER_NAMES,
  SANDBOX_PARTNERS,
  SANDBOX_REGISTRATIONS,
  type SandboxPartner,
} from './sandbox-world.ts';
import { seedPixEntries } from './seed-pix-entries.ts';
import { seedCustomers } from './seed-customers.ts';
import { seedSigningKeys } from './seed-signing-keys.ts';
import { seedWebhooks } from './seed-webhooks.ts';
import type { Seed, SeedDependencies } from '../../platform/schema/seed.ts';

/** Length of a CPF: shows that a document belongs to a person, not to a company. */
const CPF_LENGTH = 11;

/** Age of partners, holders and accounts, in milliseconds: a year, older than all that has happened to them. */
const WORLD_AGE_MS = 365 * 86_400_000;

/** Fills an empty database with the sandbox world, and any with what capabilities add to it. */
export async function seedSandbox(
  entityManager: SqlEntityManager,
  dependencies: SeedDependencies,
  additions: readonly Seed[],
): Promise<void> {
  await entityManager.fork().transactional(async (em) => {
    if ((await em.count(Partner)) === 0) await seedWorld(em, dependencies);
    for (const add of additions) await add(em, dependencies);
  });
}

async function seedWorld(em: SqlEntityManager, dependencies: SeedDependencies): Promise<void> {
  const { random, now } = dependencies;
  for (const bank of SANDBOX_BANKS) em.create(Bank, { ...bank });
  const createdAt = new Date(now.getTime() - WORLD_AGE_MS);
  for (const partner of SANDBOX_PARTNERS) createPartner(em, partner, random, createdAt);
  await em.flush();
  await seedSigningKeys(em, dependencies);
  await seedPixEntries(em, random, now);
  await seedCustomers(em, await seedWebhooks(em, dependencies), random);
}

/** Adds a partner with its accounts and their holders, at the next flush. */
export function createPartner(em: SqlEntityManager, partner: SandboxPartner, random: Random, createdAt: Date): void {
  const partnerId = partner.id;
  em.create(Partner, { id: partnerId, name: partner.name, companyKey: partnerId, createdAt });
  const { pocketsConfigured, pocketLimit } = partner;
  const programId = random.timeOrderedUuid(createdAt);
  const terms = { bankIspb: SANDBOX_BANKS[0].ispb, branch: SANDBOX_BRANCH, pocketLimit };
  const program = { id: programId, partnerId, name: `${partner.name} accounts`, pocketsConfigured };
  em.create(AccountProgram, { ...program, ...(pocketsConfigured && terms) });
  const holderIds = new Map<string, string>();
  for (const { holderDocument } of partner.accounts) {
    if (holderIds.has(holderDocument)) continue;
    const id = random.timeOrderedUuid(createdAt);
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
      id: random.timeOrderedUuid(createdAt),
      partnerId,
      programId,
      holderId: holderIds.get(holderDocument) ?? '',
      ...terms,
      number,
      type: 'PAYMENT',
      status,
      createdAt,
    });
}
