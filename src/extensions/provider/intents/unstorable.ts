import { isUnstorable } from '../../../platform/database/database-failure.ts';
import type { ProviderSide } from './provider-side.ts';

/** Stores an answer of the provider; returns `otherwise` if the database does not accept it. */
export async function unlessUnstorable<Stored, const Otherwise>(
  { noteUnstored }: Pick<ProviderSide, 'noteUnstored'>,
  otherwise: Otherwise,
  store: () => Promise<Stored>,
): Promise<Stored | Otherwise> {
  try {
    return await store();
  } catch (error) {
    if (!isUnstorable(error)) throw error;
    noteUnstored(error);
    return otherwise;
  }
}
