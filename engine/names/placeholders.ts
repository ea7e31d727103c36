/**
 * Words in double braces that a mail to many recipients may contain. The server replaces them for
 * each recipient.
 */
export const PLACEHOLDERS = [
  'login',
  'name',
  'group',
  'currency',
  'company',
  'company_email',
  'company_phone',
  'company_website',
] as const

export type Placeholders = Readonly<Record<(typeof PLACEHOLDERS)[number], string>>

const PLACES = new RegExp(`\\{\\{(${PLACEHOLDERS.join('|')})\\}\\}`, 'g')

/** True if the text contains placeholders. */
export function hasPlaceholders(text: string): boolean {
  return text.search(PLACES) >= 0
}

/** Replaces the placeholders in the text. Unknown placeholders stay as typed. */
export function fillPlaceholders(text: string, values: Placeholders): string {
  return text.replaceAll(PLACES, (_, name: keyof Placeholders) => values[name])
}
