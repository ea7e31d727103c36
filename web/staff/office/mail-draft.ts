import { readStoredJson, store } from '../../link/browser-storage.js'
import { ownKey } from '../../link/side.js'

/** An unsent message. It survives a reload of the tab. */
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

/** The draft of a reply to this message, or of a new message if `reply` is empty. */
export function keptDraft(reply: string): MailDraft {
  return { ...EMPTY_DRAFT, ...readStoredJson<Partial<MailDraft>>(`${KEY}.${reply}`, {}, 'session') }
}

export function keepDraft(reply: string, draft: MailDraft | null): void {
  store(`${KEY}.${reply}`, draft === null ? null : JSON.stringify(draft), 'session')
}

/** The typed logins; null if the text contains anything that is not a login. */
export function loginsOf(typed: string): readonly number[] | null {
  const parts = typed.split(/[\s,;]+/).filter(Boolean)
  return parts.every((part) => /^[1-9]\d{0,14}$/.test(part))
    ? [...new Set(parts.map(Number))]
    : null
}
