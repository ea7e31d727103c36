import t from 'tap'
import { accessFaults, openBrowser, openPage } from '../given/browser.js'
import { WholeServer } from '../given/fronts/whole-server.js'

// The page of the API is searched by what stands in it: paths, fields and what is said of them.

t.setTimeout(60_000)

t.test('the routes that hold each of the words are shown, and how many', async (t) => {
  const browser = await openBrowser(t)
  if (browser === undefined) return t.comment('no chromium here: left out')
  const server = await WholeServer.shared()
  const { page, faults } = await openPage(browser)
  await page.goto(`${server.origin}/docs/api`)
  const find = page.getByRole('searchbox', { name: 'Search' })
  await find.fill('margin_call_level groups')
  const shown = page.locator('main details:visible')
  await page.getByText(/^\d+ of \d+ routes$/).waitFor()
  const paths = await shown.locator('summary code').allTextContents()
  t.ok(paths.includes('/admin/v1/groups/{path}'), paths.join())
  t.ok(paths.length < 20, `${paths.length}`)
  await find.fill('no such word anywhere')
  await page.getByText(/^0 of \d+ routes$/).waitFor()
  t.equal(await shown.count(), 0)
  await find.fill('')
  await shown.nth(200).waitFor()
  // Of hundreds of routes that all look alike some are looked at.
  await page.evaluate(
    '[...document.querySelectorAll("main details")].slice(20).forEach((route) => route.remove())',
  )
  t.same(await accessFaults(page, { type: 'rule', values: ['label', 'color-contrast'] }), [])
  t.same(faults.said, [])
})
