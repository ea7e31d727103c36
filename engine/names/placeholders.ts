/** Words in double braces in a mail to many, each filled for its recipient. */
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

/** Whether there is anything to fill. */
export function hasPlaceholders(text: string): boolean {
  return text.search(PLACES) >= 0
}

/** The text with its placeholders filled; unknown placeholders stay as typed. */
export function fillPlaceholders(text: string, values: Placeholders): string {
  return text.replaceAll(PLACES, (_, name: keyof Placeholders) => values[name])
}
