import type { Page } from 'playwright-core'
import t from 'tap'
import { sharedTerminal } from '../../given/terminal.js'

// The foot of the desk's lists adds up all rows that match, not those that are on the screen.

t.setTimeout(180_000)

const foot = (page: Page) => page.locator('.desk-foot')
const textOf = async (page: Page): Promise<string> =>
  ((await foot(page).textContent()) ?? '').replaceAll(/\s+/g, ' ')

t.test('each list of trades has the sums of the rows that match', async (t) => {
  const set = await sharedTerminal(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const { login } = await server.account()
  const path = `POST /admin/v1/accounts/${login}/trade`
  const open = { kind: 'open', symbol: 'EURUSD', side: 'buy' }
  const first = await server.done(path, { ...open, volume: '0.10' })
  for (let i = 0; i < 60; i++) await server.done(path, { ...open, volume: '0.02' })
  const waiting = { order_kind: 'limit', price: '0.5', volume: '0.30' }
  await server.done(path, { ...open, kind: 'place', ...waiting })
  await server.done(path, { kind: 'close', position_id: first['position_id'] })
  await server.until(
    `GET /admin/v1/positions/closed?login=${login}`,
    ({ data }) => data.total === 1,
  )
  const { page, faults } = await visit()
  const expected = [
    ['positions', '60 positions', /USD ?Lots 1\.20 ?Profit [+−]?[\d,.]+ ?Swap 0\.00/],
    ['orders', '1 order', /USD ?Lots 0\.30 ?Open lots 0\.30/],
    ['orders?of=done', '62 orders', /USD ?Lots 1\.40 ?Open lots 0\.00/],
    ['deals', '63 deals', /USD ?Lots 1\.40 ?Profit .*Commission .*Deposits and withdrawals \+/],
    ['positions?of=closed', '1 closed positions', /USD ?Lots 0\.10 ?Profit/],
  ] as const
  for (const [place, count, sums] of expected) {
    const joint = place.includes('?') ? '&' : '?'
    await visit(`/desk/${place}${joint}login=${login}`)
    await foot(page).getByText(count).waitFor()
    await foot(page).locator('.list-sums').waitFor()
    t.match(await textOf(page), sums, place)
  }

  await visit(`/desk/accounts?q=login%3D${login}`)
  await foot(page).getByText('1 account').waitFor()
  await foot(page).getByRole('button', { name: 'Sum up' }).click()
  await foot(page).locator('.list-sums').waitFor()
  t.match(await textOf(page), /USD ?Balance .*Equity .*Floating P\/L .*as of/)
  await foot(page).getByRole('button', { name: 'Sum up again' }).waitFor()
  t.same(faults.said, [])
})
