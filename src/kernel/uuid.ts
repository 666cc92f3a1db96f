const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Whether `text` is a UUID of version 4 in its text form, in either case: what the partner API calls a GUID v4. */
export function isUuidV4(text: string): boolean {
  return UUID_V4.test(text);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether `text` is a UUID of any version in its text form, in either case: whatever storage can be asked for. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
