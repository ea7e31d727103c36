import { randomUUID } from 'node:crypto'
import t from 'tap'
import { hired, openDesk } from '../../given/desk-pages.js'
import { pageModule } from '../../given/page-module.js'
import { sharedTerminal } from '../../given/terminal.js'

// The overview in the browser, against a whole server. Other files of the lane have accounts there too, so it looks at a
// group of its own.

t.setTimeout(240_000)
const GROUP = 'real\\overview'
const PLACE = `/desk/overview?group=${encodeURIComponent(GROUP)}&in=USD`

t.test('figures of the clients are live, and each leads to its list', async (t) => {
  const set = await sharedTerminal(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  await server.done('POST /admin/v1/groups', { path: GROUP })
  const { page, faults } = await visit(PLACE)
  const stat = (label: string) => page.locator('.stat').filter({ hasText: label })
  await stat('Clients’ equity, USD').filter({ hasText: '0 accounts' }).waitFor()
  await page.getByText('No open positions, and no deals today.').waitFor()

  const one = await server.account(GROUP)
  const two = await server.account(GROUP)
  const pay = (login: number, action: string, amount: string) =>
    server.done(`POST /admin/v1/accounts/${login}/balance`, {
      action,
      amount,
      request_id: randomUUID(),
    })
  await pay(two.login, 'withdraw', '250.50')
  for (const [{ headers }, symbol, side, volume] of [
    [one, 'EURUSD', 'buy', '0.50'],
    [two, 'EURUSD', 'sell', '0.20'],
    [two, 'USDJPY', 'buy', '0.10'],
  ] as const) {
    const open = { kind: 'open', symbol, side, volume }
    t.match(await server.ask('POST /trader/v1/trade', headers, open), { code: 'ok' })
  }
  await stat('Volume today').filter({ hasText: '0.80' }).waitFor()
  await stat('Floating P/L').filter({ hasText: '0.80 open lots' }).waitFor()
  await stat('Net deposits today').filter({ hasText: 'out −250.50' }).waitFor()
  await stat('Accounts in margin call').filter({ hasText: 'No margin calls today' }).waitFor()
  const euro = page.getByRole('row', { name: /EURUSD 0\.50 0\.20 \+0\.30/ })
  await euro.waitFor()
  t.match(
    await page.getByRole('img', { name: /^Deposits .* and withdrawals −250\.50 by hour$/ }).count(),
    1,
  )
  await euro.getByRole('link', { name: 'EURUSD' }).click()
  await page.waitForURL(/\/desk\/exposure\/EURUSD\?group=real%5Coverview/)
  await page
    .getByRole('complementary')
    .getByRole('link', { name: String(one.login) })
    .waitFor()
  await page.goBack()
  await stat('Volume today').getByRole('link').click()
  await page.waitForURL(/\/desk\/deals\?group=real%5Coverview&period=today/)
  t.same(faults.said, [])
})

t.test('accounts at risk have the name and phone of their holder', async (t) => {
  const set = await sharedTerminal(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server } = set
  const { login, headers } = await server.account(GROUP)
  await server.patch(`/admin/v1/accounts/${login}`, {
    name: 'Siobhán',
    last_name: 'Jones',
    phone: '+49 151 234567',
    leverage: 1,
  })
  const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.80' }
  t.match(await server.ask('POST /trader/v1/trade', headers, open), { code: 'ok' })
  const viewport = { width: 390, height: 844 }
  const narrow = await openDesk(browser, server, PLACE, { viewport, locale: 'de-DE' })
  await narrow.page.getByText('Siobhán Jones').waitFor()
  t.equal(
    await narrow.page.getByRole('link', { name: '+49 151 234567' }).getAttribute('href'),
    'tel:+49151234567',
  )
  const support = await hired(server, ['accounts.view', 'trades.view'], 'real\\*')
  const { page, faults } = await openDesk(browser, server, PLACE, support)
  await page.getByRole('link', { name: String(login) }).waitFor()
  t.equal(await page.getByText('Siobhán').count(), 0, 'hidden from whom the right lacks')
  t.same([narrow.faults.said, faults.said], [[], []])
})

t.test('staff without the rights see their work only; old addresses lead to the new', async (t) => {
  const set = await sharedTerminal(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server } = set
  const clerk = await hired(server, ['mailbox', 'notifications'])
  const { page, faults } = await openDesk(browser, server, '/desk/', clerk)
  await page.waitForURL(/\/desk\/overview$/)
  await page.getByText('Nothing to do.').waitFor()
  t.equal(await page.locator('.stat').count(), 0)
  await page.goto(`${server.origin}/desk/acts/?x=1`)
  await page.waitForURL(/\/desk\/actions\?x=1$/)
  await page.getByRole('region', { name: /./ }).first().waitFor()
  t.same(faults.said, [])
})

t.test(
  'Find lists clients before demo accounts, without accents, and leads to all of them',
  async (t) => {
    const set = await sharedTerminal(t)
    if (set === undefined) return t.comment('no chromium here: left out')
    const { server, visit } = set
    const { page, faults } = await visit('/desk/overview')
    const passwords = { master_password: 'Abcd12!xAbcd', investor_password: 'Look34?yLook' }
    for (let n = 0; n < 11; n++) {
      const name = { name: 'Ada', last_name: `Übelacker${n}` }
      await server.done('POST /admin/v1/accounts', { group: GROUP, ...name, ...passwords })
    }
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Find' }).fill('ubelacker')
    await page.getByRole('option', { name: /Show all matching accounts/ }).click()
    await page.waitForURL(/\/desk\/accounts\?q=ubelacker/)
    await page.locator('.desk-foot').filter({ hasText: '11' }).waitFor()
    t.same(faults.said, [])
  },
)

t.test('sums of the overview', async (t) => {
  const { runningSums, percentOf, shareOf } = await pageModule<
    typeof import('../../../web/desk/overview/sums.js')
  >('web/desk/overview/sums.ts')
  t.same(runningSums(['1.10', '-2.20', '0.00']), [1.1, -1.1, -1.1])
  t.equal(percentOf('-5.00', '1000.00'), '−0.50')
  t.equal(percentOf('5.00', '0.00'), '–')
  t.equal(shareOf(5, 20), 25)
  t.end()
})
