/**
 * What people read of the contract: of each field, value, right and code what it is called, and one sentence that says what
 * it is or does. One source for the documents of the API, the types of the client, and the forms of the desk. The message
 * files in `wire/text` have them, by language.
 *
 *   W1. A sentence says what the name does not: the meaning, the unit, the default, and what nought, empty and null mean.
 *   W2. It can be read alone, and is no longer than it has to be.
 */
export interface Wording {
  readonly label: string
  readonly text: string
}
