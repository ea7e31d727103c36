import { keep, keptJson } from '../../link/kept.js'
import { ownKey } from '../../link/side.js'

/** A mail that is being written; it outlives a reload. */
export interface MailDraft {
  readonly way: 'logins' | 'group'
  readonly logins: string
  readonly group: string
  readonly subject: string
  readonly body: string
  readonly email: boolean
}

export const EMPTY_DRAFT: MailDraft = {
  way: 'logins',
  logins: '',
  group: '',
  subject: '',
  body: '',
  email: false,
}

const KEY = ownKey('draft.mail')

/** The draft of a reply to that mail, or of a new mail where it is none. */
export function keptDraft(reply: string): MailDraft {
  return { ...EMPTY_DRAFT, ...keptJson<Partial<MailDraft>>(`${KEY}.${reply}`, {}, 'session') }
}

export function keepDraft(reply: string, draft: MailDraft | null): void {
  keep(`${KEY}.${reply}`, draft === null ? null : JSON.stringify(draft), 'session')
}

/** Logins that are typed one after the other, each once; null where something is none. */
export function loginsOf(typed: string): readonly number[] | null {
  const parts = typed.split(/[\s,;]+/).filter(Boolean)
  return parts.every((part) => /^[1-9]\d{0,14}$/.test(part))
    ? [...new Set(parts.map(Number))]
    : null
}
