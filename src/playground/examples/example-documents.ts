/** A manifest of the documents of all examples by their SHA-256; made by `npm run generate`. */
export const EXAMPLE_DOCUMENTS = new URL('./persisted-documents.json', import.meta.url);
