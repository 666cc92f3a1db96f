/** Returns the value if it is an object, otherwise an empty object. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isFields(value) ? value : {};
}

export function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the field at a dotted path, or undefined. The empty path returns the value itself. */
export function fieldAt(value: unknown, way: string): unknown {
  if (way === '') return value;
  return way.split('.').reduce<unknown>((holder, name) => {
    return isFields(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined;
  }, value);
}
