import { isRefusal } from '../../../engine/code.js'
import { refuseMissing } from '../../../engine/config/kind.js'
import type { EmailTry } from '../../../engine/mail/next-try.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { SendTask } from '../../../wire/thread/mail-messages.js'
import { accept, type Outcome } from '../../thread/ask.js'
import { shortId } from '../../thread/random.js'
import type { Actor } from '../actor.js'
import type { Desk } from '../desk.js'
import { StaffReach } from '../identity/staff-reach.js'
import { smtpServerOf } from './smtp-servers.js'

/**
 * Sends one e-mail through a mail server so that staff see if it works. Every attempt has a journal
 * line.
 */

interface MailTest {
  readonly actor: Actor
  readonly id: number
  readonly to: string
}

export function mailTestsDesk(desk: Desk) {
  const staff = new StaffReach(desk)
  return {
    'mail_servers.test': ({ actor, id, to }: MailTest): Outcome<SendTask> => {
      const caller = staff.holder(actor, 'config.mail')
      if (isRefusal(caller)) return caller
      const opened = desk.config.opened('mail_servers', desk.seal)
      const record = opened.find((one) => one.id === id)
      if (record === undefined) return refuseMissing('mail server', id)
      if (record.has_password && record.password === '') {
        return because('invalid_input.mail_password')
      }
      const text = `The mail server ${record.name} sends e-mails of this trading server.`
      const email = {
        messageId: `${shortId()}.${shortId()}@openfloor`,
        to,
        content: { subject: 'Test of a mail server', text },
        createdAt: desk.clock.now(),
      }
      return accept({ server: smtpServerOf(record), email })
    },
    'mail_servers.tested': ({
      actor,
      id,
      to,
      result,
    }: MailTest & { readonly result: EmailTry }): Outcome<null> => {
      const name = desk.config.world.get('mail_servers', id)?.name ?? String(id)
      const outcome = result.is === 'sent' ? 'was sent' : `was not sent: ${result.error}`
      return desk.change((journal) => {
        const text = `A test e-mail to ${to} through the mail server ${name} ${outcome}`
        journal(actor, { kind: 'mail_server', about: { kind: 'mail_servers', id }, text })
        return accept(null)
      })
    },
  }
}
