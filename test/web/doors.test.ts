import type { Page } from 'playwright-core'
import t from 'tap'
import { DESK, openPage } from '../given/browser.js'
import { codeOf } from '../given/codes.js'
import { MASTER } from '../given/fronts/whole-server.js'
import { fillDoor, sharedTerminal, signIn } from '../given/terminal.js'

// The way in for who has to do something before: a new password, one-time codes; and sessions that are refreshed.

const CODES = 'demo\\codes'
const FRESH = 'Next34?y'
const FAST_MS = 40 * 60_000

t.setTimeout(180_000)

t.test('a new password, then codes, and one is in without signing in again', async (t) => {
  const set = await sharedTerminal(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server } = set
  await server.done('POST /admin/v1/groups', { path: CODES })
  const { login } = await server.account(CODES)
  await server.patch(`/admin/v1/groups/${encodeURIComponent(CODES)}`, { otp_required: true })
  await server.patch(`/admin/v1/accounts/${login}`, { must_change_password: true })
  const { page, faults } = await openPage(browser, { viewport: DESK, locale: 'en-GB' })
  await page.goto(server.origin)
  await fillDoor(page, login)
  await page.getByText('Choose a new password to continue.').waitFor()
  t.equal(await page.locator('.terminal').count(), 0, 'nothing else is shown')
  await page.getByLabel('Current password').fill(MASTER)
  await page.getByLabel('New password').fill('weak')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByLabel('New password').fill(FRESH)
  await page.getByRole('button', { name: 'Change password' }).click()

  await page.getByText('Your account needs one-time codes.').waitFor()
  const secret = await page.locator('code').textContent()
  await page.reload()
  await page.getByText('Your account needs one-time codes.').waitFor()
  t.not(await page.locator('code').textContent(), secret, 'a secret of its own each time')
  const now = await page.locator('code').textContent()
  await page.getByLabel('Code', { exact: true }).fill(codeOf(now))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.locator('.state.live').waitFor()

  // From now on both are asked for.
  await page.context().clearCookies()
  await page.reload()
  await fillDoor(page, login, FRESH)
  await page.getByLabel('Code of your authenticator app').fill(codeOf(now, 1))
  await page.locator('form button[type=submit]').click()
  await page.locator('.state.live').waitFor()
  t.same(
    faults.said.filter((line) => !/40[01]/.test(line)),
    [],
  )
})

t.test('two tabs refresh one session, one at a time, and both go on', async (t) => {
  const set = await sharedTerminal(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server } = set
  const { login } = await server.account()
  const context = await browser.newContext({ viewport: DESK, locale: 'en-GB' })
  t.teardown(() => context.close())
  await context.clock.install()
  let answers = 0
  let [atOnce, most] = [0, 0]
  context.on('request', (request) => {
    if (request.url().endsWith('/auth/refresh')) most = Math.max(most, ++atOnce)
  })
  const refreshed = new Set<() => void>()
  context.on('response', (response) => {
    if (!response.url().endsWith('/auth/refresh')) return
    atOnce--
    if (response.ok()) answers++
    for (const tell of refreshed) tell()
  })
  const until = async (count: number) => {
    while (answers < count) await new Promise<void>((tell) => refreshed.add(tell))
  }
  const [one, other] = [await context.newPage(), await context.newPage()]
  await signIn(one, server.origin, login)
  await other.goto(server.origin)
  await other.locator('.state.live').waitFor()
  const kept = (page: Page) => page.evaluate<string>("localStorage.getItem('openfloor.session')")
  for (let round = 1; round <= 3; round++) {
    const before = await kept(one)
    await context.clock.fastForward(11 * 60_000)
    await until(round)
    // Both know it before their clocks go on: one that is still at it would count from the later time.
    for (const page of [one, other]) while ((await kept(page)) === before) await page.evaluate('1')
  }
  for (const page of [one, other]) {
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByText('No entries in this period.').waitFor()
    await page.locator('.state.live').waitFor()
    t.equal(await page.getByText('Your session has ended.').count(), 0)
  }
  t.equal(answers, 3)
  t.equal(most, 1)

  // A tab that has not heard of the last refresh knows a token that is none any more.
  const known = () => kept(other)
  const old = JSON.stringify({ ...JSON.parse(await known()), csrf: 'none' })
  await other.evaluate(`localStorage.setItem('openfloor.session', '${old}')`)
  await context.clock.fastForward(11 * 60_000)
  while ((await known()) === old) await context.clock.fastForward(1_000)
  await context.clock.fastForward(11 * 60_000)
  await until(4)
  for (const page of [one, other]) {
    t.equal(await page.getByText('Your session has ended.').count(), 0)
  }
})

t.test('whose clock is wrong refreshes no more often than others', async (t) => {
  const set = await sharedTerminal(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server } = set
  const { login } = await server.account()
  const { page, faults } = await openPage(browser, { viewport: DESK, locale: 'en-GB' })
  await page.clock.install({ time: Date.now() + FAST_MS })
  let count = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/refresh')) count++
  })
  await page.goto(server.origin)
  await fillDoor(page, login)
  await page.getByRole('tab', { name: 'History' }).waitFor()
  await page.clock.runFor(5 * 60_000)
  await page.locator('.deal.fill-buy:enabled').waitFor()
  t.equal(count, 0)
  t.same(faults.said, [])
})
