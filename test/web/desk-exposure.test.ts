import t from 'tap'
import { openDesk } from '../given/desk-pages.js'
import { pageModule } from '../given/page-module.js'
import { saved, sharedTerminal } from '../given/terminal.js'

// Exposure in the browser, against a whole server: what clients hold, limits of one's own, and who holds a symbol.

const GROUP = 'demo\\exposure'
const PLACE = `/desk/exposure?group=${encodeURIComponent(GROUP)}`

t.setTimeout(120_000)
const shared = sharedTerminal

t.test('what clients hold, what is over a limit, and who holds it', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  await server.done('POST /admin/v1/groups', { path: GROUP })
  const { page, faults } = await visit(PLACE)
  await page.getByText('No open positions in these groups.').waitFor()
  const [one, two] = [await server.account(GROUP), await server.account(GROUP)]
  for (const [{ headers }, symbol, side, volume] of [
    [one, 'EURUSD', 'buy', '0.50'],
    [two, 'EURUSD', 'sell', '0.20'],
    [two, 'USDJPY', 'sell', '0.10'],
  ] as const) {
    const open = { kind: 'open', symbol, side, volume }
    const answer = await server.ask('POST /trader/v1/trade', headers, open)
    t.equal(answer.code, 'ok', answer.message)
  }
  const row = (key: string) => page.locator(`tr[data-key=${key}]`)
  await row('EURUSD').filter({ hasText: '+0.3' }).waitFor()
  await row('USDJPY').waitFor()
  const limit = page.getByLabel('Highlight from', { exact: true })
  await limit.fill('0,3')
  await page.locator('tr.over[data-key=EURUSD]').waitFor()
  t.equal(await page.locator('tr.over').count(), 1, 'from the limit on')
  await limit.fill('1,300')
  await page.getByText('This may mean thousands or decimals.').waitFor()
  t.equal(await page.locator('tr.over').count(), 1, 'what can be read as two is no limit')
  await saved(page, () => limit.fill('0.3'))
  await limit.press('Escape')

  await page.keyboard.press('Alt+ArrowDown')
  const card = page.getByRole('complementary')
  await card.getByRole('row', { name: new RegExp(`^${one.login} .* \\+0\\.50 `) }).waitFor()
  const logins = () => card.locator('tbody td:first-child').allTextContents()
  t.same(await logins(), [one.login, two.login].map(String), 'the largest first')
  await card.getByLabel('Minimum, lots').fill('0.3')
  await card.getByRole('row', { name: String(two.login) }).waitFor({ state: 'detached' })
  t.same(await logins(), [String(one.login)])
  t.match(page.url(), /\/desk\/exposure\/EURUSD\?group=demo%5Cexposure&min=0\.3$/)
  await page.reload()
  await page.locator('tr.over[data-key=EURUSD]').waitFor()
  await card.locator('tbody tr').waitFor()
  t.same(await logins(), [String(one.login)], 'a reload brings the same')
  await page.keyboard.press('Alt+ArrowDown')
  t.match(page.url(), /EURUSD/, 'there is no other one over its limit')
  await page.keyboard.press('ArrowDown')
  await page.waitForURL(/\/USDJPY/)
  await page.keyboard.press('Escape')
  await card.waitFor({ state: 'detached' })
  t.same(faults.said, [])
})

t.test('by currency, of other groups, in German, on a phone', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server } = set
  const { headers } = await server.account()
  const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' }
  t.match(await server.ask('POST /trader/v1/trade', headers, open), { code: 'ok' })
  const viewport = { width: 400, height: 800 }
  const { page, faults } = await openDesk(browser, server, '/desk/exposure', {
    viewport,
    locale: 'de-DE',
  })
  await page.getByRole('button', { name: 'nach Währung' }).click()
  await page.locator('tr[data-key=EUR]').click()
  await page.getByText('EUR kommt aus mehreren Symbolen').waitFor()
  await page.getByRole('button', { name: 'Schließen' }).click()
  const group = page.getByRole('combobox')
  await group.fill('nowhere\\*')
  await group.press('Enter')
  await page.getByRole('alert').waitFor()
  await group.fill('demo\\*')
  await group.press('Enter')
  await page.locator('tr[data-key=EUR]').waitFor()
  t.match(page.url(), /group=demo%5C\*/)
  t.same(faults.said, [])
})

t.test('sums, sizes and limits', async (t) => {
  const rules = await pageModule<typeof import('../../web/staff/dealing/exposure-sums.js')>(
    'web/staff/dealing/exposure-sums.ts',
  )
  const { houseNet, bySize, isOver, shareOf, profitSums } = rules
  t.equal(houseNet({ net: '37.37', covered: '20' }), '17.37')
  t.equal(houseNet({ net: '-5', covered: '0.5' }), '-5.5')
  t.equal(houseNet({ net: null, covered: '1' }), null)
  t.ok(bySize('-2', '1.5') < 0 && bySize(null, '0') > 0 && bySize('3', '-3.0') === 0)
  t.equal(isOver({ '*': '10' }, 'EURUSD', '-10'), true)
  t.equal(isOver({ '*': '10', EURUSD: '20' }, 'EURUSD', '15'), false, 'its own goes first')
  t.equal(isOver({}, 'EURUSD', '1000'), false)
  t.equal(isOver({ '*': '0' }, 'EURUSD', null), false)
  t.equal(shareOf('-5', '20'), 25)
  t.same(
    profitSums([
      { currency: 'USD', profit: '-118.20' },
      { currency: 'JPY', profit: '620416.00' },
      { currency: 'USD', profit: '100.05' },
      { currency: 'USD', profit: null },
    ]),
    [
      ['JPY', '620416.00'],
      ['USD', '-18.15'],
    ],
  )
})
