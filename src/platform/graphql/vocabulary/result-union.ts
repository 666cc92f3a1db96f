import { createUnionType, type ClassType } from 'type-graphql';

/** What capabilities add to unions of others: members by the name of the union. */
export type AddedMembers = Readonly<Record<string, readonly ClassType[]>>;

const added = new Map<string, readonly ClassType[]>();

/** Declares what is added to unions, for all schemas that are built from then on. */
export function declareMembers(declared: readonly AddedMembers[]): void {
  for (const [name, members] of declared.flatMap((one) => Object.entries(one)))
    added.set(name, [...(added.get(name) ?? []), ...members]);
}

/** Declares the union of what a mutation returns; what other capabilities add to it comes last. */
export function resultUnion({
  types,
  ...named
}: {
  readonly name: string;
  readonly description: string;
  readonly types: () => readonly ClassType[];
}) {
  return createUnionType({ ...named, types: () => [...types(), ...(added.get(named.name) ?? [])] });
}
