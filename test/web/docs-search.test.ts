import t from 'tap'
import { accessFaults, openBrowser, openPage } from '../given/browser.js'
import { WholeServer } from '../given/fronts/whole-server.js'

t.setTimeout(60_000)

t.test('the search of the documentation leads to the section by keys alone', async (t) => {
  const browser = await openBrowser(t)
  if (browser === undefined) return t.comment('no chromium here: left out')
  const server = await WholeServer.shared()
  const { page, faults } = await openPage(browser)
  await page.goto(`${server.origin}/docs`)
  await page.keyboard.press('/')
  await page.keyboard.type('Margin Call')
  const first = page.locator('#results a').first()
  await first.waitFor()
  await page.keyboard.type(' zzzz')
  await page.getByText('Nothing about').waitFor()
  for (let at = 0; at < ' zzzz'.length; at++) await page.keyboard.press('Backspace')
  await first.waitFor()
  const href = await first.getAttribute('href')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${server.origin}${href}`)
  t.match(await page.locator('main h1').textContent(), /\w/)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    t.same(await accessFaults(page), [], colorScheme)
  }
  t.same(faults.said, [])
})
