import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { instantOf } from '../../platform/statements/instant.ts';
import type { AddressingKey } from '../addressing-keys/addressing-key.value.ts';
import type { entryAlreadyExists, evpTooSoon } from './pix-entry.errors.ts';
import { pixEntriesOfAccountLoader } from './pix-entry.loader.ts';
import { FIND_PIX_ENTRY_BY_KEY } from './pix-entry.rows.ts';
import { PixEntryType } from './pix-entry.type.ts';
import {
  EntryOfAnotherAccountErrorType,
  EntryOfSameAccountErrorType,
  EvpTooSoonErrorType,
} from './register-pix-entry.result.ts';

type EntryAlreadyExists = ReturnType<typeof entryAlreadyExists>;

const EXISTING = 'The key that is registered already; null if it is not one of the partner.';

/** Entries that refuse another one, as far as they are the partner's. */
@Resolver(() => EntryOfSameAccountErrorType)
export class EntryOfSameAccountResolver {
  @FieldResolver(() => PixEntryType, { nullable: true, description: EXISTING })
  existingEntry(@Root() { key }: EntryAlreadyExists, @Ctx() context: RequestContext): Promise<PixEntryType | null> {
    return findOwnEntry(context, key);
  }
}

@Resolver(() => EntryOfAnotherAccountErrorType)
export class EntryOfAnotherAccountResolver {
  @FieldResolver(() => PixEntryType, { nullable: true, description: EXISTING })
  existingEntry(@Root() { key }: EntryAlreadyExists, @Ctx() context: RequestContext): Promise<PixEntryType | null> {
    return findOwnEntry(context, key);
  }
}

@Resolver(() => EvpTooSoonErrorType)
export class LastEvpResolver {
  @FieldResolver(() => PixEntryType, {
    nullable: true,
    description: 'The EVP key that is too recent; null if it was deleted since, or where only the provider knows it.',
  })
  async lastEntry(
    @Root() { last }: ReturnType<typeof evpTooSoon>,
    @Ctx() context: RequestContext,
  ): Promise<PixEntryType | null> {
    if (last === undefined) return null;
    const rows = await pixEntriesOfAccountLoader(context).load(last.accountId);
    const row = rows.find(
      ({ keyType, createdAt }) => keyType === 'EVP' && instantOf(createdAt).getTime() === last.createdAt.getTime(),
    );
    return row === undefined ? null : new PixEntryType(row);
  }
}

async function findOwnEntry(context: RequestContext, key: AddressingKey): Promise<PixEntryType | null> {
  const [row] = await context.database.run(FIND_PIX_ENTRY_BY_KEY, {
    partnerId: principalOf(context).partnerId,
    ...key,
  });
  return row === undefined ? null : new PixEntryType(row);
}
