/** How often the event loop shows that it turns, and how often that is checked, in milliseconds. */
export const BEAT_MS = 500;

/** Memory that the event loop shares with its watchdog: a count of beats, and the hash of a document. */
export const DOCUMENT_AT = 8;
/** SHA-256 as hexadecimal digits. */
export const DOCUMENT_LENGTH = 64;
export const SHARED_BYTES = DOCUMENT_AT + DOCUMENT_LENGTH;
