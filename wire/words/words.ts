/**
 * A label and a description, used for fields, values, rights and codes of the API. The API
 * documents, client types and the desk's forms share these texts. The message files in `wire/text`
 * contain them by language.
 *
 * - A description says what the name does not: meaning, unit, default, and what zero, empty and
 *   null mean.
 * - It can be read on its own and is as short as possible.
 */
export interface Wording {
  readonly label: string
  readonly text: string
}

/** A description for forms, which show plain text: without the marks of Markdown around names. */
export function plainText(text: string): string {
  return text.replaceAll('`', '')
}

export function plainWording({ label, text }: Wording): Wording {
  return { label, text: plainText(text) }
}
