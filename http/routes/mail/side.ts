import type { SessionSide } from '../../../engine/access/session.js'
import { groupOf } from '../../../engine/book/book.js'
import type { Refusal } from '../../../engine/code.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { Session } from '../../exchange/session.js'
import type { FrontServices } from '../route.js'

/** The audience, rights and paths of mail routes for staff or traders. */
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
 * Staff always have a mailbox; traders have one if mail is enabled in their group. The mailbox of
 * an account with a staff profile is only open on the staff side, which its rights and sign-in
 * rules protect.
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
