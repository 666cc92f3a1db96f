/** What has the fields of an object, and nothing where it is none. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isFields(value) ? value : {};
}

export function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field by its dotted way; undefined where there is none. Nothing gives the value itself. */
export function fieldAt(value: unknown, way: string): unknown {
  if (way === '') return value;
  return way.split('.').reduce<unknown>((holder, name) => {
    return isFields(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined;
  }, value);
}
