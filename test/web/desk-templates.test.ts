import t from 'tap'
import { hired, openDesk } from '../given/desk-pages.js'
import { pageModule } from '../given/page-module.js'
import { sharedTerminal } from '../given/terminal.js'

// Five usual roles walk all places of the desk: nothing is refused to them that a page asks for, nothing of another scope
// appears, and what the menu hides the routes refuse, too.

t.setTimeout(300_000)
const shared = sharedTerminal
const { TEMPLATES } = await pageModule<{
  TEMPLATES: Readonly<Record<string, readonly string[]>>
}>('web/staff/settings/rights-tree.ts')
/** The templates of the page of staff, and somebody who sees settings alone. */
const ROLES: Readonly<Record<string, readonly string[]>> = {
  ...TEMPLATES,
  settings: ['config.groups', 'config.symbols', 'config.routing', 'config.servers'],
}
/** A route of each page that those without the page's rights must not have. */
const ROUTES: Readonly<Record<string, string>> = {
  accounts: '/admin/v1/accounts/window',
  positions: '/admin/v1/positions',
  orders: '/admin/v1/orders',
  deals: '/admin/v1/deals',
  held: '/admin/v1/held-fills',
  dealing: '/admin/v1/dealing/queue',
  exposure: '/admin/v1/exposure/accounts?symbol=EURUSD',
  online: '/admin/v1/online',
  applications: '/admin/v1/applications',
  mail: '/admin/v1/mail',
  journal: '/admin/v1/journal',
  staff: '/admin/v1/staff',
  servers: '/admin/v1/network/servers',
  licence: '/admin/v1/licence',
}

for (const [role, rights] of Object.entries(ROLES)) {
  t.test(`${role}: all places`, async (t) => {
    const set = await shared(t)
    if (set === undefined) return t.comment('no chromium here: left out')
    const { browser, server } = set
    const { login: own } = await server.account('real\\standard')
    await server.account('demo\\standard')
    const who = await hired(server, rights, 'real\\*')
    const { page, faults } = await openDesk(browser, server, '/desk', who)
    const refused: string[] = []
    page.on('response', (answer) => {
      if (answer.status() === 403) refused.push(answer.url().replace(server.origin, ''))
    })
    const menu = page.locator('.desk-menu a')
    const hrefs = await menu.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    t.ok(hrefs.length > 1, 'there are pages')
    const seen: string[] = []
    const look = async () => {
      await page.waitForLoadState('networkidle')
      const text = await page.locator('.desk').textContent()
      if (text?.includes('demo\\')) seen.push(page.url())
    }
    for (const [at, href] of hrefs.entries()) {
      await menu.nth(at).click()
      await page.waitForURL(`**${href}`)
      await look()
    }
    if (hrefs.some((href) => href?.endsWith('/accounts'))) {
      await page.goto(`${server.origin}/desk/accounts/${own}`)
      const tabs = page.locator('.desk-card .tabs').getByRole('tab')
      await tabs.first().waitFor()
      for (let at = 0; at < (await tabs.count()); at++) {
        await tabs.nth(at).click()
        await look()
      }
    }
    t.same(refused, [], 'nothing that a page asks for is refused')
    t.same(seen, [], 'nothing of another scope')
    t.same(faults.said, [])

    const shown = new Set(hrefs.map((href) => href?.split('/').at(-1)))
    const hidden = Object.entries(ROUTES).filter(([name]) => !shown.has(name))
    const statuses = await page.evaluate(
      (paths) => Promise.all(paths.map(async (path) => [path, (await fetch(path)).status])),
      hidden.map(([, path]) => path),
    )
    t.same(
      statuses.filter(([, status]) => status !== 403),
      [],
      'the routes of hidden pages refuse',
    )
    await page.close()
  })
}

t.test(
  'a right that is taken away closes its page at once, and a narrower scope its rows',
  async (t) => {
    const set = await shared(t)
    if (set === undefined) return t.comment('no chromium here: left out')
    const { browser, server } = set
    const { login: real } = await server.account('real\\standard')
    const { login: ecn } = await server.account('real\\ecn')
    const who = await hired(server, ['accounts.view', 'accounts.name', 'dealing'], 'real\\*')
    const { page } = await openDesk(browser, server, '/desk/accounts', who)
    const row = (login: number) => page.locator('.grid-row').filter({ hasText: String(login) })
    await row(real).waitFor()
    await row(ecn).waitFor()
    const change = async (to: object) => {
      const { version } = await server.done(`GET /admin/v1/staff/${who.login}`)
      await server.done(`PATCH /admin/v1/staff/${who.login}`, { ...to, version })
    }
    await change({ group_scope: ['real\\standard'] })
    await row(ecn).waitFor({ state: 'detached' })
    t.equal(await row(real).count(), 1, 'the others stay')
    await change({ rights: ['accounts.name', 'dealing'] })
    await page.getByText('You need the right accounts.view').waitFor()
    t.same(await page.locator('.desk-menu a').allTextContents(), ['OverviewG O', 'DealingG D'])
    await change({ rights: ['accounts.view', 'accounts.name', 'dealing'] })
    await row(real).waitFor()
  },
)
