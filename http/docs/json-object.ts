/** A JSON object under construction. */
export type JsonObject = { [key: string]: unknown }
