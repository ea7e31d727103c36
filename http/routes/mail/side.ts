import type { SessionSide } from '../../../engine/access/session.js'
import { groupOf } from '../../../engine/book/book.js'
import { type Refusal, refuse } from '../../../engine/code.js'
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

/** Staff always have a mailbox, traders where their group has mail. */
export function hasMail(
  { settings }: Pick<FrontServices, 'settings'>,
  side: SessionSide,
  { group }: Pick<Session, 'group'>,
): boolean {
  return side === 'staff' || groupOf(settings.book, group)?.record.mail_enabled === true
}

export function refuseWithoutMail(
  services: Pick<FrontServices, 'settings'>,
  side: SessionSide,
  session: Pick<Session, 'group'>,
): Refusal | undefined {
  if (hasMail(services, side, session)) return undefined
  return refuse('forbidden', 'Mail is switched off for your account.')
}
