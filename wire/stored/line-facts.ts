import type { CredentialKind } from '../../engine/access/sign-in.js'
import type { FieldChange } from './journal-line.js'

/**
 * Changes in journal lines that become separate events of the event stream. Their field names
 * differ from those of accounts and settings.
 */
const SESSION = 'session'
const PASSWORD_END = '_password'
const STATE = 'state'

/** The terminal of a session and the user's address. */
export interface SessionPlace {
  readonly terminal: string
  readonly ip: string
}

export type SessionTurn = 'opened' | 'closed'
export type PasswordTurn = 'set' | 'removed'

const placeText = ({ terminal, ip }: SessionPlace): string => `${terminal} ${ip}`

export function sessionOpened(session: SessionPlace): FieldChange {
  return { field: SESSION, from: null, to: placeText(session) }
}

export function sessionsClosed(sessions: readonly SessionPlace[]): FieldChange[] {
  return sessions.map((session) => ({ field: SESSION, from: placeText(session), to: null }))
}

/** The session that a change opens or closes; undefined for other changes. */
export function sessionIn({
  field,
  from,
  to,
}: FieldChange): { readonly change: SessionTurn; readonly place: SessionPlace } | undefined {
  const text = to ?? from
  if (field !== SESSION || typeof text !== 'string') return undefined
  const [terminal = '', ip = ''] = text.split(' ')
  return { change: to === null ? 'closed' : 'opened', place: { terminal, ip } }
}

/** The facts of a new password, never the password itself. */
export function passwordChanged(kind: CredentialKind, change: PasswordTurn): FieldChange {
  return { field: `${kind}${PASSWORD_END}`, from: null, to: change }
}

/** The kind of password that a change sets or removes; undefined for other changes. */
export function passwordIn({
  field,
  to,
}: FieldChange): { readonly kind: string; readonly change: string } | undefined {
  if (!field.endsWith(PASSWORD_END) || typeof to !== 'string') return undefined
  return { kind: field.slice(0, -PASSWORD_END.length), change: to }
}

export function stateChanged(from: string | null, to: string): FieldChange {
  return { field: STATE, from, to }
}

/** The new state in a change; undefined for other changes. */
export function stateIn({ field, to }: FieldChange): string | undefined {
  return field === STATE && typeof to === 'string' ? to : undefined
}
