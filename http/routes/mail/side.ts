import type { SessionSide } from '../../../engine/access/session.js'
import { groupOf } from '../../../engine/book/book.js'
import type { Refusal } from '../../../engine/code.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { FrontServices } from '../../pipeline/services.js'
import type { Session } from '../../pipeline/session.js'

/** The same routes for staff and traders: who may use them, and where they are. */
export function mailRules<Side extends SessionSide>(side: Side) {
  return {
    audience: side,
    rights: side === 'staff' ? ['mailbox'] : [],
    accountHeader: side === 'trader',
    tag: 'mail',
  } as const
}

export function mailPath(side: SessionSide, rest = ''): string {
  return `/${side === 'staff' ? 'admin' : 'trader'}/v1/mail${rest}`
}

/**
 * Staff always have a mailbox, traders where their group has mail. That of an account with a staff profile is open on the
 * staff side alone, where its rights and the rules of its sign-in guard it.
 */
export function hasMail(
  { settings }: Pick<FrontServices, 'settings'>,
  side: SessionSide,
  { group, isOfStaff }: Pick<Session, 'group' | 'isOfStaff'>,
): boolean {
  if (side === 'staff') return true
  return !isOfStaff && groupOf(settings.book, group)?.record.mail_enabled === true
}

export function refuseWithoutMail(
  services: Pick<FrontServices, 'settings'>,
  side: SessionSide,
  session: Pick<Session, 'group' | 'isOfStaff'>,
): Refusal | undefined {
  if (hasMail(services, side, session)) return undefined
  if (session.isOfStaff) return because('forbidden.mail_of_staff')
  return because('forbidden.mail_off')
}
