const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Checks whether `text` is a UUID of version 4, in upper or lower case: a GUID v4 in the partner API. */
export function isUuidV4(text: string): boolean {
  return UUID_V4.test(text);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Checks whether `text` is a UUID of any version, in upper or lower case: any id that can be looked up in storage. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Returns an id as it is stored: a UUID can be sent in capitals, any other text is as it is. */
export function storedId(text: string): string {
  return isUuid(text) ? text.toLowerCase() : text;
}
