import { SmtpPeer } from '../../given/peers/smtp-peer.js'
import { pause } from '../server-process.js'
import { type AtWork, type Data, type DeskTask, ended } from './desk-task.js'

/**
 * Mails to all groups of a mask, with an e-mail to each account that has an address.
 *
 *   G1. The outbox has one e-mail of a mail for each of these accounts, and comes to `sent` with it.
 *   G2. It is at the mail server at least once, and each time under the Message-ID that the outbox tells.
 */
interface Email {
  readonly subject: string
  readonly to: string
  readonly message_id: string
  readonly state: string
  readonly error: string
}

/** A group is a step of the delivery at least. */
const MASK = 'real*'
const GROUPS = ['real\\ecn', 'real\\standard'] as const
/** More than one mail server is given at a time. */
const ADDRESSEES = 6
const PASSWORDS = { master_password: 'Crash#2026ma', investor_password: 'Crash#2026in' }
/** A mail server of the world takes a while over each text, so some are under way at a harm. */
const TEXT_MS = 100
const OUTBOX = '/admin/v1/mail/outbox?kind=mail&limit=100'

export class GroupMails {
  /** Of the accounts with addresses. */
  readonly logins: number[] = []
  /** E-mails that came once more. */
  repeated = 0
  #peer: SmtpPeer | undefined

  /** With a mail server, and accounts with addresses. */
  async begin({ server, staff }: AtWork): Promise<void> {
    const peer = await SmtpPeer.start({ teardown: () => undefined })
    peer.onText = () => pause(TEXT_MS).then(() => null)
    this.#peer = peer
    await server.sure('POST /admin/v1/mail-servers', staff, peer.record)
    for (let n = 0; n < ADDRESSEES; n++) {
      const own = { group: GROUPS[n % GROUPS.length], name: `Reader ${n}`, email: addressOf(n) }
      const body = { ...PASSWORDS, ...own }
      const what = 'POST /admin/v1/accounts'
      const { code, message, data } = await server.ask<{ login: number }>(what, staff, body)
      if (code !== 'ok') throw new Error(`${what}: ${code} ${message}`)
      this.logins.push(data.login)
    }
  }

  async end(): Promise<void> {
    await this.#peer?.stop()
  }

  task(n: number): DeskTask {
    const subject = `Drill letter ${n}`
    return {
      what: subject,
      path: 'POST /admin/v1/mail',
      body: { subject, body: 'Dear {{name}},\nit is a drill.', to_group: MASK, email: true },
      told: ({ mail }) => `the mail ${(mail as { readonly id: number }).id}`,
      audit: (at, data) => this.#audit(at, subject, data),
    }
  }

  async #audit({ server, staff }: AtWork, subject: string, data: Data): Promise<string[]> {
    const look = async (): Promise<Email[]> => {
      const answer = await server.ask<{ items: Email[] }>(`GET ${OUTBOX}`, staff)
      return (answer.data?.items ?? []).filter((one) => one.subject === subject)
    }
    const isOver = (emails: readonly Email[]): boolean =>
      emails.length >= ADDRESSEES && emails.every(({ state }) => state !== 'queued')
    const emails = await ended(look, isOver)
    const addresses = Array.from({ length: ADDRESSEES }, (_, n) => addressOf(n))
    const there = emails.map(({ to }) => to).sort()
    const found = emails.flatMap((email) => this.#problems(email))
    if (there.join() !== addresses.join()) found.push(`the outbox has ${there.join()}`)
    const { emailed } = data
    if (emailed !== ADDRESSEES) found.push(`${String(emailed)} e-mails were told`)
    return found
  }

  #problems({ to, subject, state, error, message_id: id }: Email): string[] {
    const arrived = (this.#peer?.taken ?? []).filter(
      (one) => one.mime.subject === subject && one.to.includes(to),
    )
    this.repeated += Math.max(0, arrived.length - 1)
    const others = arrived.filter(({ mime }) => mime.messageId !== `<${id}>`)
    return [
      ...(state === 'sent' ? [] : [`to ${to} is ${state}: ${error}`]),
      ...(arrived.length > 0 ? [] : [`to ${to} did not arrive`]),
      ...others.map(({ mime }) => `to ${to} has the id ${id}, and arrived as ${mime.messageId}`),
    ]
  }
}

function addressOf(n: number): string {
  return `reader${n}@example.com`
}
