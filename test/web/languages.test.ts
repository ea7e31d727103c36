import type { Page } from 'playwright-core'
import t from 'tap'
import { DESK, openPage } from '../given/browser.js'
import { plainTexts, pseudoText, speakPseudo } from '../given/pseudo-language.js'
import { fillDoor, sharedTerminal } from '../given/terminal.js'

// Message files in the browser: the terminal loads one language, changes it at run time, and shows no text of its own.

t.setTimeout(180_000)

/** The languages of the message files that the page asked for. */
function loadedLanguages(page: Page): Set<string> {
  const found = new Set<string>()
  page.on('request', (request) => {
    const [, language] = /\/assets\/[a-z]+\.([a-z]{2})-\w+\.js$/.exec(request.url()) ?? []
    if (language !== undefined) found.add(language)
  })
  return found
}

t.test('a page loads its own language, and another one when it is chosen', async (t) => {
  const set = await sharedTerminal(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { page, faults } = await openPage(set.browser, { viewport: DESK, locale: 'de-AT' })
  const languages = loadedLanguages(page)
  let isAway = true
  await page.route(/\/assets\/\w+\.en-/, (route) => (isAway ? route.abort() : route.continue()))
  await page.goto(set.server.origin)
  const german = page.getByRole('button', { name: 'Anmelden' })
  await german.waitFor()
  t.same([...languages], ['de'])
  const docs = await page.getByRole('link', { name: 'Doku' }).getAttribute('href')
  const [address = '', section = ''] = String(docs).split('#')
  const index = await (await fetch(`${set.server.origin}${address}`)).text()
  t.match(index, `id="${section}"`, 'the documentation opens at its German pages')
  t.equal(section, 'auf-deutsch')
  t.same(faults.said, [])

  const english = page.getByRole('button', { name: 'EN', exact: true })
  const failed = page.waitForEvent('requestfailed')
  await english.click()
  await failed
  await page.locator('button[aria-pressed=true]', { hasText: 'DE' }).waitFor()
  t.ok(await german.isVisible(), 'the texts cannot be loaded: the page stays in German')

  isAway = false
  await english.click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  t.equal(await page.locator('html').getAttribute('lang'), 'en')
  await page.reload()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
})

t.test('texts that cannot be loaded at first are asked for again', async (t) => {
  const set = await sharedTerminal(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { page } = await openPage(set.browser, { viewport: DESK, locale: 'de-DE' })
  let left = 4
  await page.route(/\/assets\/\w+\.de-/, (route) => (left-- > 0 ? route.abort() : route.continue()))
  await page.goto(set.server.origin)
  await page.getByRole('button', { name: 'Anmelden' }).waitFor()
  t.ok(left < 0)
})

/** What the server names, and languages, which are called what they call themselves. */
const NAMES: ReadonlySet<string> = new Set([
  'Openfloor',
  'Openfloor Demo',
  'Market Watch',
  'Deutsch',
  'English',
])

const isName = (line: string) => NAMES.has(line)

t.test('every text of the terminal comes from a message file', async (t) => {
  const set = await sharedTerminal(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { page } = await openPage(set.browser, { viewport: DESK, locale: 'en-GB' })
  await speakPseudo(page)
  await page.goto(set.server.origin)
  await page.locator('form button[type=submit]').waitFor()
  t.same(await plainTexts(page, isName), [])
  const { login } = await set.server.account()
  await fillDoor(page, login)
  await page.locator('.state.live').first().waitFor()
  await page.locator('.deal.fill-buy:enabled').waitFor()
  t.same(await plainTexts(page, isName), [])
  const width = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  t.equal(await page.evaluate(width), 0, 'texts that are 40 % longer fit')
  await page.getByRole('button', { name: pseudoText('Menu') }).click()
  await page.getByRole('button', { name: pseudoText('Settings') }).click()
  await page.getByRole('dialog').waitFor()
  t.same(await plainTexts(page, isName), [])
})
