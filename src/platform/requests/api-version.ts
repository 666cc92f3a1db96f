const API_VERSION = /^([12])(?:\.0)?$/;

/**
 * Returns the version that an `api-version` header names: 1, 1.0, 2 or 2.0. Some clients send an equal one twice, which
 * arrives as a list. Undefined: none of them, or several.
 */
export function apiVersionIn(header: string): number | undefined {
  const [version, ...others] = new Set(header.split(',').map((one) => API_VERSION.exec(one.trim())?.[1]));
  return version === undefined || others.length > 0 ? undefined : Number(version);
}
