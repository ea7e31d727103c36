import type { Page } from 'playwright-core'
import t from 'tap'
import { DESK, openPage } from '../given/browser.js'
import { codeOf, noCodeOf } from '../given/codes.js'
import { hired, openDesk } from '../given/desk-pages.js'
import { ownTerminal, type TerminalSet } from '../given/terminal.js'

// Links of the broker: what a client sees who opens one, the switch of the trader, and staff who look at a client's terminal.

t.setTimeout(180_000)
const shared = ownTerminal(t)

async function started(t: Tap): Promise<TerminalSet | undefined> {
  const set = await shared(t)
  if (set === undefined) return undefined
  const { server } = set
  const settings = await server.done('GET /admin/v1/settings')
  await server.done('PUT /admin/v1/settings', { ...settings, terminal_url: server.origin })
  return set
}

type Tap = Parameters<typeof shared>[0]

async function linkFor({ server }: TerminalSet, login: number, body: object = {}): Promise<string> {
  const issued = await server.done(`POST /admin/v1/accounts/${login}/sign-in-link`, body)
  return String(issued['url'])
}

async function isAt(page: Page, login: number): Promise<void> {
  await page.locator('.state.live').first().waitFor()
  await page.locator('.figures').getByText(String(login)).waitFor()
}

t.test('a link opens the terminal, leaves the address, and works once', async (t) => {
  const set = await started(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { login } = await set.server.account()
  const { page, faults } = await openPage(set.browser, { viewport: DESK, locale: 'en-GB' })
  const url = await linkFor(set, login, { language: 'de' })
  await page.goto(url)
  await isAt(page, login)
  t.equal(page.url(), `${set.server.origin}/`)
  t.equal(await page.evaluate('document.documentElement.lang'), 'de')
  // The link names a language for a device that has none of its own choice.
  const again = await openPage(set.browser, { viewport: DESK, locale: 'en-GB' })
  await again.page.goto(url)
  await again.page
    .getByText('Dieser Anmeldelink wurde schon benutzt oder ist abgelaufen.')
    .waitFor()
  await again.page.getByRole('button', { name: 'Mit Passwort anmelden' }).click()
  await again.page.getByLabel('Passwort', { exact: true }).waitFor()
  t.same(faults.said, [])
})

t.test('a link asks first if another account is signed in', async (t) => {
  const set = await started(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visitTerminal } = set
  const [own, other] = [await server.account(), await server.account()]
  const { page, faults } = await visitTerminal(own.login)
  const asked = page.getByText(
    `You are signed in to account ${own.login}. This link opens account ${other.login}.`,
  )
  // The tab shows the terminal already: only the fragment of its address changes.
  await page.goto(await linkFor(set, other.login))
  await asked.waitFor()
  await page.getByRole('button', { name: `Stay with account ${own.login}` }).click()
  await isAt(page, own.login)
  await page.goto(await linkFor(set, other.login))
  await asked.waitFor()
  await page.getByRole('button', { name: `Sign in to account ${other.login}` }).click()
  await isAt(page, other.login)

  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByText('Signed-in devices', { exact: true }).press('Enter')
  await page.getByText("Opened by the broker's portal").waitFor()
  const answered = page.waitForResponse((one) => one.url().endsWith('/me/sign-in-links'))
  await page.getByLabel('Sign-in links from my broker').uncheck()
  await answered
  const refused = await server.ask(
    `POST /admin/v1/accounts/${other.login}/sign-in-link`,
    server.staff,
    {},
  )
  t.match(refused, { status: 409, data: { reason: 'conflict.links_off' } })
  t.same(faults.said, [])
})

t.test('a link of an account with one-time codes asks for the code, once', async (t) => {
  const set = await started(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { login, headers } = await set.server.account()
  const { data } = await set.server.ask('POST /trader/v1/auth/otp/enrol', headers)
  await set.server.ask('POST /trader/v1/auth/otp/confirm', headers, { code: codeOf(data.secret) })
  const { page } = await openPage(set.browser, { viewport: DESK, locale: 'en-GB' })
  const send = async (code: string) => {
    await page.goto(await linkFor(set, login))
    await page.getByText(`Account ${login} needs a one-time code.`).waitFor()
    await page.getByLabel('Code of your authenticator app').fill(code)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  await send(noCodeOf(data.secret))
  await page.getByRole('alert').waitFor()
  await page.goto('about:blank')
  await send(codeOf(data.secret, 1))
  await isAt(page, login)
})

t.test('staff with the right open a client’s terminal at one press, view only', async (t) => {
  const set = await started(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server, visit } = set
  const { login } = await server.account()
  const place = `/desk/accounts/${login}`
  const open = (page: Page) => page.getByRole('button', { name: 'Open terminal (view only)' })
  const able = await visit(place)
  const opened = able.page.waitForEvent('popup')
  await open(able.page).click()
  const terminal = await opened
  await isAt(terminal, login)
  await terminal.getByText('View only', { exact: true }).waitFor()
  t.equal(await terminal.locator('.deal:enabled').count(), 0, 'nothing can be traded')
  t.equal(await terminal.evaluate('opener'), null)
  const lines = await server.done(`GET /admin/v1/journal?kind=auth&login=${login}&limit=2`)
  t.match(lines['items'], [
    { actor: login, text: /by a sign-in link that 1 issued, read-only$/ },
    { actor: 1, text: new RegExp(`^Issued a read-only sign-in link of ${login}, `) },
  ])
  t.same(able.faults.said, [])

  const clerk = await hired(server, ['accounts.view', 'trades.view'])
  const unable = await openDesk(browser, server, place, clerk)
  await unable.page.locator('.desk-card .card-acts').waitFor()
  t.equal(await open(unable.page).count(), 0)
})
