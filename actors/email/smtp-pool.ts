import { SMTP_EMAILS_PER_CONNECTION, SMTP_IDLE_MS } from '../../engine/limits/mail.js'
import type { SmtpServer } from '../../wire/thread/mail-messages.js'
import type { Clock, Timer } from '../thread/clock.js'
import type { Outbound } from '../thread/outbound.js'
import { SmtpSession } from './smtp-session.js'

interface Idle {
  readonly session: SmtpSession
  readonly timer: Timer
}

/**
 * Keeps connections to mail servers open for a moment for the next e-mail. Another password counts
 * as another server.
 */
export class SmtpPool {
  readonly #outbound: Outbound
  readonly #clock: Clock
  readonly #idle = new Map<string, Idle[]>()

  constructor(outbound: Outbound, clock: Clock) {
    this.#outbound = outbound
    this.#clock = clock
  }

  /** Returns a connection. One that was kept open is first checked. */
  async take(server: SmtpServer): Promise<SmtpSession> {
    const kept = this.#idle.get(keyOf(server)) ?? []
    for (let one = kept.pop(); one !== undefined; one = kept.pop()) {
      one.timer.cancel()
      if (await one.session.isAlive()) return one.session
    }
    return SmtpSession.open(server, this.#outbound, this.#clock)
  }

  give(server: SmtpServer, session: SmtpSession): void {
    if (!session.isOpen) return
    if (session.sent >= SMTP_EMAILS_PER_CONNECTION) {
      session.quit()
      return
    }
    const key = keyOf(server)
    const kept = this.#idle.get(key) ?? []
    this.#idle.set(key, kept)
    const timer = this.#clock.after(SMTP_IDLE_MS, () => {
      const at = kept.findIndex((one) => one.session === session)
      kept.splice(at, 1)
      if (kept.length === 0) this.#idle.delete(key)
      session.quit()
    })
    kept.push({ session, timer })
  }
}

function keyOf(server: SmtpServer): string {
  return JSON.stringify(server)
}
