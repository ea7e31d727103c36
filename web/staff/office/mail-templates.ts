import { computed } from '@preact/signals'
import { storedItems, withItem, withoutItem } from '../../state/named-items.js'
import { changePreferences, preferences } from '../../state/preferences.js'

/**
 * Subjects and texts of messages that staff saved for reuse. The server stores them with the login,
 * so every device has them.
 *
 * - All templates together fit into the preferences: long texts cannot be saved.
 * T2. A template may have been saved by another version of the page, so its values are checked.
 */
export interface MailTemplate {
  readonly name: string
  readonly subject: string
  readonly body: string
}

const KEY = 'mail.templates'
export const TEMPLATES_MAX = 12
export const TEMPLATE_NAME_MAX = 40
export const TEMPLATE_CHARS_MAX = 5_000

export const mailTemplates = computed(() => templatesIn(preferences.value[KEY]))

export function saveTemplate(template: MailTemplate): void {
  change((all) => withItem(all, template))
}

export function deleteTemplate(name: string): void {
  change((all) => withoutItem(all, name))
}

function change(make: (all: readonly MailTemplate[]) => readonly MailTemplate[]): void {
  changePreferences((content) => ({ ...content, [KEY]: make(templatesIn(content[KEY])) }))
}

/** The valid templates of a stored value (T2). */
function templatesIn(value: unknown): readonly MailTemplate[] {
  return Array.isArray(value) ? storedItems(value.filter(isTemplate), TEMPLATES_MAX) : []
}

function isTemplate(value: unknown): value is MailTemplate {
  if (typeof value !== 'object' || value === null) return false
  const { name, subject, body } = value as Record<string, unknown>
  return [name, subject, body].every((one) => typeof one === 'string') && name !== ''
}
