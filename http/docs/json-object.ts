/** An object on its way into a document. */
export type JsonObject = { [key: string]: unknown }
