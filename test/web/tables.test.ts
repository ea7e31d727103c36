import type { Page } from 'playwright-core'
import t from 'tap'
import { openPage, PHONE } from '../given/browser.js'
import type { Headers, WholeServer } from '../given/fronts/whole-server.js'
import { openTerminal, saved, sharedTerminal, signIn } from '../given/terminal.js'

// Tables of positions, orders and history: their columns, order and widths, what is always in view, menus of rows.

t.setTimeout(240_000)
const shared = sharedTerminal

const SMALL = { width: 1280, height: 720 }

async function open(server: WholeServer, headers: Headers, volumes: readonly string[]) {
  for (const volume of volumes) {
    const body = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume, client_order_id: volume }
    const answer = await server.ask('POST /trader/v1/trade', headers, body)
    if (answer.status !== 200) throw new Error(answer.message)
  }
}

const heads = (page: Page) => page.locator('.bottom thead th[data-column]').allTextContents()
const cells = (page: Page, place: number) =>
  page.locator(`.bottom tbody td:nth-child(${place})`).allTextContents()

async function isInView(page: Page, name: RegExp | string): Promise<boolean> {
  const box = await page.getByRole('button', { name }).first().boundingBox()
  const { width } = page.viewportSize() ?? { width: 0 }
  const at = box === null ? null : { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  if (at === null || (box?.x ?? 0) + (box?.width ?? 0) > width) return false
  return page.evaluate<boolean>(
    `document.elementFromPoint(${at.x}, ${at.y})?.closest('button') != null`,
  )
}

t.test('columns are chosen, sorted, moved and widened, on every device', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server } = set
  const { login, headers } = await server.account()
  await open(server, headers, ['0.2', '0.9', '0.4'])
  const { page, faults } = await openTerminal(browser, server.origin, login, { viewport: SMALL })
  await page.getByRole('button', { name: /^Close Buy 0\.90/ }).waitFor()
  for (const name of [/^Close Buy/, /^Actions: EURUSD/, 'Close all…']) {
    t.ok(await isInView(page, name), `${name} at 1280`)
  }
  await page.getByRole('button', { name: 'Lots', exact: true }).click()
  t.same(await cells(page, 3), ['0.90', '0.40', '0.20'])
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Comment' }).check()
  await page.getByRole('checkbox', { name: 'Swap', exact: true }).uncheck()
  await page.keyboard.press('Escape')
  const lots = page.getByRole('button', { name: 'Lots', exact: true })
  await lots.focus()
  await page.keyboard.press('Control+ArrowLeft')
  const width = async () => (await lots.locator('..').boundingBox())?.width ?? 0
  const before = await width()
  await saved(page, () => page.keyboard.press('Shift+ArrowRight'))
  t.equal(Math.round((await width()) - before), 10, 'wider by a key')
  const edge = page.locator('th', { has: lots }).locator('.edge')
  const box = await edge.boundingBox()
  await page.mouse.move((box?.x ?? 0) + 4, (box?.y ?? 0) + 5)
  await page.mouse.down()
  await page.mouse.move((box?.x ?? 0) + 34, (box?.y ?? 0) + 5, { steps: 3 })
  await saved(page, () => page.mouse.up())
  t.equal(Math.round((await width()) - before), 40, 'wider by its edge')

  const other = await openTerminal(browser, server.origin, login, { viewport: SMALL })
  await other.page.getByRole('button', { name: 'Comment' }).waitFor()
  const shown = await heads(other.page)
  t.same(shown.slice(0, 4), ['Symbol', 'Lots▼', 'Side', 'Open'])
  t.notOk(shown.includes('Swap'))
  t.same(await cells(other.page, 2), ['0.90', '0.40', '0.20'])

  // What somebody else has put there is no table's: it stands as it began.
  const kept = (await server.ask('GET /trader/v1/me/preferences', headers)).data
  const tables = { positions: { columns: ['nonsense', 7], widths: { id: 1e9 }, sort: 'up' } }
  const spoilt = { content: { ...kept.content, tables }, expected_version: kept.version }
  t.equal((await server.ask('PUT /trader/v1/me/preferences', headers, spoilt)).status, 200)
  const third = await openTerminal(browser, server.origin, login, { viewport: SMALL })
  await third.page.getByRole('button', { name: /^Close Buy 0\.90/ }).waitFor()
  t.same(await heads(third.page), ['Symbol'])
  t.same([...faults.said, ...other.faults.said, ...third.faults.said], [])
})

t.test('rows have menus, many closes tell how far they are, and a phone shows all', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server, visitTerminal } = set
  const { login, headers } = await server.account()
  await open(server, headers, ['0.11', '0.12', '0.13', '0.14', '0.15', '0.16', '0.17', '0.18'])
  const { page, faults } = await visitTerminal(login)
  await page.getByRole('cell', { name: '0.13', exact: true }).click({ button: 'right' })
  await page.getByRole('button', { name: /^Copy ID \d+$/ }).click()
  await page.getByText(/^Copied: \d+$/).waitFor()
  const eurusd = page.getByRole('button', { name: 'EURUSD', exact: true }).first()
  await eurusd.focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('group', { name: 'EURUSD' }).getByText('Alert at a price').click()
  t.equal(await page.getByRole('tab', { name: 'Alerts' }).getAttribute('aria-selected'), 'true')

  const touch = { viewport: PHONE, hasTouch: true, isMobile: true, locale: 'de-DE' }
  const phone = await openPage(browser, touch)
  await signIn(phone.page, server.origin, login)
  await phone.page.getByRole('button', { name: 'Positionen', exact: true }).tap()
  await phone.page
    .getByText(/^Eröffnet 1,\d+$/)
    .first()
    .waitFor()
  for (const name of [/schließen$/, /^Aktionen: EURUSD/, 'Alle schließen…']) {
    t.ok(await isInView(phone.page, name), `${name} on a phone`)
  }
  await phone.page.getByRole('button', { name: 'Mehr', exact: true }).tap()
  const inbox = await phone.page.getByRole('tab', { name: 'Posteingang' }).boundingBox()
  t.ok((inbox?.x ?? 0) + (inbox?.width ?? 999) <= PHONE.width, 'the last tab is whole')

  await page.getByRole('tab', { name: /^Positions/ }).click()
  await page.getByRole('button', { name: 'Close all…', exact: true }).click()
  await page.getByRole('group').getByRole('button', { name: 'Close all…', exact: true }).click()
  const asked = (await page.getByRole('dialog').textContent()) ?? ''
  t.match(asked, /#\d+ Buy 0\.18 EURUSD.*#\d+ Buy 0\.11 EURUSD .*Total/)
  const progress = page.getByText(/^Closing: \d of 8$/).waitFor()
  await page.getByRole('button', { name: 'Close 8' }).click()
  await progress
  await page.getByText('8 closed').waitFor()

  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByRole('button', { name: 'Performance' }).click()
  await page.getByRole('table', { name: 'By symbol' }).waitFor()
  const { data } = await server.ask('GET /trader/v1/positions/closed', headers)
  const net = await page.locator('.record dd').first().textContent()
  const cents = (text: string) => Number(text.replace('−', '-').replaceAll(/[^\d-]/g, ''))
  const { profit, swap, commission, fee } = data.totals
  const wanted = [profit, swap, commission, fee].reduce((sum, one) => sum + cents(one), 0)
  t.equal(cents(net ?? ''), wanted)
  t.same([...faults.said, ...phone.faults.said], [])
})
