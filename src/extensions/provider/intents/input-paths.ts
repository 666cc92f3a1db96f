/** Names in a request that are others in the input: of members, or of headers without their prefix. */
type OtherNames = Readonly<Record<string, string>>;

/**
 * Returns a mapping of the paths that a provider names, in any case, to those of the input: of the innermost member that
 * the input has. No client knows what only the request has.
 * @param members paths of the innermost members of the input
 */
export function inputPaths(
  members: readonly string[],
  others: OtherNames = {},
): (propertyName: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  for (const names of members.map((path) => path.split('.')))
    for (const [nth] of names.entries()) {
      const path = names.slice(0, nth + 1);
      known.set(path.join('.').toLowerCase(), path);
    }
  for (const [name, path] of Object.entries(others)) known.set(name.toLowerCase(), path.split('.'));
  return (propertyName) => {
    const name = propertyName.toLowerCase();
    const header = Object.keys(others).find((other) => name.endsWith(`-${other}`)) ?? name;
    const names = header.replace(/^(?:\$\.)?(?:data\.)?/, '').split('.');
    const paths = names.map((_, nth) => known.get(names.slice(0, names.length - nth).join('.')));
    return paths.find((path) => path !== undefined) ?? [];
  };
}
