import type { Page } from 'playwright-core'

/** The pages of staff at `/desk` and of traders at `/`. */
export type Side = 'desk' | 'terminal'

interface Person {
  readonly login: number
  readonly password: string
}

interface Session {
  readonly at: number
  readonly cookies: Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>
  /** The session as `web/link/rest.ts` stores it. */
  readonly stored: string
}

const ROUTES = { desk: '/admin/v1/auth/login', terminal: '/trader/v1/auth/login' } as const
const KEYS = { desk: 'openfloor.desk.session', terminal: 'openfloor.session' } as const
const LIFE_MS = 15 * 60_000
/** Pages refresh a session that has less than five minutes left. */
const USED_MS = 5 * 60_000
/** An address of the same origin without a script, from which the storage of the pages is reached. */
const EMPTY = '/health'

/**
 * The server refuses many sign-ins of one person within a minute, so all desks of a process share a session of each
 * person. Each terminal has its own.
 */
const sessions = new Map<string, Session>()

/** Ends what the page shows, empties its storage, and puts a session there, as if the person had signed in. */
export async function storeSession(page: Page, origin: string, side: Side, person: Person) {
  const context = page.context()
  const { cookies, stored } = await sessionOf(page, origin, side, person)
  await context.clearCookies()
  await context.addCookies(cookies)
  await page.goto(`${origin}${EMPTY}`)
  await page.evaluate(`localStorage.clear()
    sessionStorage.clear()
    localStorage.setItem('${KEYS[side]}', ${JSON.stringify(stored)})`)
}

async function sessionOf(page: Page, origin: string, side: Side, person: Person): Promise<Session> {
  const key = [origin, side, person.login].join(' ')
  const known = side === 'desk' ? sessions.get(key) : undefined
  if (known !== undefined && Date.now() - known.at < USED_MS) return known
  const context = page.context()
  const data = { ...person, keep_signed_in: false, ...(side === 'desk' ? {} : { terminal: 'web' }) }
  const at = Date.now()
  const answer = await context.request.post(`${origin}${ROUTES[side]}`, { data })
  if (!answer.ok()) throw new Error(`sign-in of ${person.login}: ${await answer.text()}`)
  const { data: entered } = (await answer.json()) as { data: { csrf_token: string } }
  const stored = { login: person.login, csrf: entered.csrf_token, until: at + LIFE_MS }
  const made = { at, cookies: await context.cookies(), stored: JSON.stringify(stored) }
  sessions.set(key, made)
  return made
}
