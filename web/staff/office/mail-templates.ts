import { computed } from '@preact/signals'
import { changePreferences, preferences } from '../../state/preferences.js'

/**
 * Subjects and texts of messages that staff saved for reuse. The server stores them with the login,
 * so every device has them.
 *
 * T1. Names are unique. Saving under an existing name replaces that template.
 * T2. All templates together fit into the preferences: long texts cannot be saved.
 * T3. A template may have been saved by another version of the page, so its values are checked.
 * T4. If two devices save the last template at the same time, both are kept. So there may be more
 *     than `TEMPLATES_MAX`, and saving a new one is refused until enough are deleted.
 */
export interface MailTemplate {
  readonly name: string
  readonly subject: string
  readonly body: string
}

const KEY = 'mail.templates'
export const TEMPLATES_MAX = 12
const READ_MAX = 2 * TEMPLATES_MAX
export const TEMPLATE_NAME_MAX = 40
export const TEMPLATE_CHARS_MAX = 5_000

export const mailTemplates = computed(() => templatesIn(preferences.value[KEY]))

/** Saves a template and replaces one with the same name (T1). */
export function saveTemplate(template: MailTemplate): void {
  change((all) =>
    [...all.filter(({ name }) => name !== template.name), template].toSorted((a, b) =>
      a.name.localeCompare(b.name),
    ),
  )
}

export function deleteTemplate(name: string): void {
  change((all) => all.filter((one) => one.name !== name))
}

function change(make: (all: readonly MailTemplate[]) => readonly MailTemplate[]): void {
  changePreferences((content) => ({ ...content, [KEY]: make(templatesIn(content[KEY])) }))
}

/** The valid templates of a stored value (T3). */
function templatesIn(value: unknown): readonly MailTemplate[] {
  return Array.isArray(value) ? value.filter(isTemplate).slice(0, READ_MAX) : []
}

function isTemplate(value: unknown): value is MailTemplate {
  if (typeof value !== 'object' || value === null) return false
  const { name, subject, body } = value as Record<string, unknown>
  return [name, subject, body].every((one) => typeof one === 'string') && name !== ''
}
