import { ensureAdministrator } from '../actors/desk/start/administrator.js'
import { ensureDemoTrader } from '../actors/server/first-trader.js'
import type { Supervisor } from '../actors/server/supervisor.js'
import type { Passwords } from '../actors/sign-in/passwords.js'
import type { Logger } from '../actors/thread/logger.js'
import type { Settings } from './settings.js'

/**
 * Sets the administrator's password at the first start: the configured one, or a random one.
 * Returns the text to show once.
 */
export async function setFirstPassword(
  settings: Settings,
  supervisor: Supervisor,
  passwords: Passwords,
): Promise<string> {
  const made = await ensureAdministrator(supervisor, passwords, settings.adminPassword)
  if (!made.ok) throw new Error(made.message)
  if (made.value === null) return ''
  return `Administrator: login 1, password ${made.value} (shown only this once)\n`
}

/**
 * Creates a demo trader at the first start with demo data. Returns a link whose fragment (after
 * `#`) holds the credentials; a fragment stays in the browser. A failure is not fatal, and the next
 * start tries again.
 */
export async function setUpDemoTrader(
  supervisor: Supervisor,
  passwords: Passwords,
  logger: Logger,
  origin: string,
): Promise<string> {
  const made = await ensureDemoTrader(supervisor, passwords)
  if (!made.ok) {
    logger.warn({ code: made.code }, `the demo trader waits for the next start: ${made.message}`)
    return ''
  }
  const { login, password } = made.value
  return (
    `Demo trader: login ${login}, password ${password} (shown only this once)\n` +
    `Trade with it in a browser: ${origin}/#demo=${login}:${encodeURIComponent(password)}\n`
  )
}
