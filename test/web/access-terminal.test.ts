import type { Page } from 'playwright-core'
import t from 'tap'
import { DESK, type Faults, openBrowser, openPage, PHONE } from '../given/browser.js'
import { WholeServer } from '../given/fronts/whole-server.js'
import { press, type State, stateFaults } from '../given/pages/access.js'
import { allowTradeKeys, buy, drag, openTerminal, signIn } from '../given/terminal.js'

// Every page and state can be used by everybody, as far as axe sees it: in light and dark, on a desk and on a phone.

type Row = State<undefined>

const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name }).click()
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true }).first()
const choose = (page: Page, label: string, value: string) => field(page, label).selectOption(value)
const act = async (page: Page, name: string) => {
  await press(page, /^Actions: EURUSD/)
  await press(page, name)
}
const menu = async (page: Page, name: string) => {
  await press(page, 'Menu')
  await press(page, name)
}
const layout = async (page: Page, name: string) => {
  await press(page, 'Layout')
  await press(page, name)
}
const section = async (page: Page, name: string) => {
  await menu(page, 'Settings')
  await page.getByRole('dialog').getByText(name).first().press('Enter')
}

const DOORS: readonly Row[] = [
  ['the door', async () => undefined],
  ['sign-up for a demo', (page) => press(page, 'Open an account')],
  [
    'sign-up with faults',
    async (page) => {
      await field(page, 'First and last name').fill('Ada Lovelace')
      await field(page, 'Choose a password').fill('weak')
    },
  ],
  ['sign-up for a real account', (page) => press(page, 'Real account')],
  ['about', (page) => page.goto(new URL('/about', page.url()).href)],
]

/** Where both widths have the same; Escape leaves each. */
const BELOW: readonly Row[] = [
  ['actions of an order', (page) => press(page, /^Actions: EURUSD/)],
  ['a change of an order', (page) => act(page, 'Modify…')],
  ['alerts', (page) => tab(page, /^Alerts/)],
  ['deals', (page) => tab(page, /^History/)],
  ['closed positions', (page) => press(page, 'Closed positions')],
  ['days', (page) => press(page, 'Days')],
  ['performance', (page) => press(page, 'Performance')],
  ['mail', (page) => tab(page, /^Inbox/)],
  ['a new mail', (page) => press(page, 'Write')],
  ['the menu', (page) => press(page, 'Menu')],
  ['settings', (page) => press(page, 'Settings')],
  ['a new password', (page) => page.getByRole('dialog').locator('summary').first().click()],
]

const buyAsked = async (page: Page) => {
  await choose(page, 'Type', 'market')
  await page
    .getByRole('button', { name: /^Buy \S+ EURUSD/, disabled: false })
    .first()
    .click()
}

const WIDE: readonly Row[] = [
  ['positions', async () => undefined],
  ['actions of a position', (page) => press(page, /^Actions: EURUSD/)],
  ['stops', (page) => act(page, 'Stops…')],
  ['another volume', (page) => act(page, 'Close another volume…')],
  [
    'a pending order with its risk',
    async (page) => {
      await choose(page, 'Type', 'stop_limit')
      await choose(page, 'Expiration', 'specified')
      await field(page, 'Stop loss').fill('1.0000')
      await page.getByText('More', { exact: true }).first().click()
    },
  ],
  ['an order that is asked back', buyAsked],
  ['grouped positions', (page) => press(page, 'Group by symbol')],
  ['columns', (page) => press(page, 'Columns')],
  ['the ladder', (page) => press(page, 'Ladder')],
  ['search', (page) => page.getByLabel('Search symbols').fill('usd')],
  ['lists', (page) => press(page, 'Edit watchlists')],
  ['a symbol', (page) => press(page, 'About EURUSD')],
  ['drawings', (page) => press(page, 'Draw')],
  [
    'a ruler',
    async (page) => {
      await press(page, 'Draw')
      await press(page, 'Ruler')
      await drag(page, page.locator('.draw-ground'), [0.3, 0.3], [0.5, 0.6])
    },
  ],
  ['indicators', (page) => press(page, 'Indicators')],
  [
    'indicators of a chart',
    async (page) => {
      await press(page, 'Indicators')
      await press(page, 'Indicators…')
      await press(page, '+ MA')
      await field(page, 'Bars').fill('501')
    },
  ],
  ['layouts', (page) => press(page, 'Layout')],
  ['named layouts', (page) => menu(page, 'Layouts…')],
  ['four charts', (page) => layout(page, '4 charts')],
  ['keys', (page) => page.keyboard.press('?')],
  [
    'all positions',
    async (page) => {
      await allowTradeKeys(page)
      await page.keyboard.press('Control+Shift+X')
    },
  ],
  [
    'an alert',
    async (page) => {
      await tab(page, /^Alerts/)
      await field(page, 'Alert at a price: EURUSD').fill('9.00000')
      await press(page, 'Set alert')
      await page.getByRole('cell', { name: '9.00000', exact: true }).waitFor()
    },
  ],
  ['orders', (page) => tab(page, /^Orders/)],
  ...BELOW,
  ['program access', (page) => section(page, 'Program access')],
  ['signed-in devices', (page) => section(page, 'Signed-in devices')],
  [
    'the picture of a one-time code',
    async (page) => {
      await menu(page, 'Settings')
      await page.getByText('One-time codes: Off').click()
      await press(page, 'Turn on')
      await page.getByRole('img', { name: /^Setup key/ }).waitFor()
    },
  ],
]

const NARROW: readonly Row[] = [
  ['quotes', async () => undefined],
  ['the chart', (page) => press(page, 'Chart')],
  ['the ticket', (page) => press(page, 'Trade')],
  [
    'the ladder',
    async (page) => {
      await press(page, 'Trade')
      await press(page, 'Ladder')
    },
  ],
  ['on its side', (page) => page.setViewportSize({ width: 844, height: 390 })],
  ['positions', (page) => press(page, 'Positions')],
  ['stops', (page) => act(page, 'Stops…')],
  [
    'orders',
    async (page) => {
      await press(page, 'More')
      await tab(page, /^Orders/)
    },
  ],
  ...BELOW,
]

t.setTimeout(360_000)

type Claims = { same(found: unknown, wanted: unknown, what: string): unknown }

async function eachState(t: Claims, page: Page, width: string, states: readonly Row[]) {
  for (const [name, reach] of states) {
    await reach(page, undefined)
    t.same(await stateFaults(page), [], `${name}, ${width}`)
    if (name === 'on its side') await page.setViewportSize(PHONE)
    if (!/^(the menu$|settings$|sign-up for)/.test(name)) await page.keyboard.press('Escape')
  }
}

/** The rows of the panels below the charts. */
const ROWS: Readonly<Record<string, string>> = {
  Positions: 'positions',
  Orders: 'orders',
  Alerts: 'alerts',
  History: 'deals',
  Inbox: 'mail',
}

const WIDTHS = [
  ['wide', DESK, WIDE],
  ['narrow', PHONE, NARROW],
] as const

t.test('each state can be used by everybody', async (t) => {
  const browser = await openBrowser(t)
  if (browser === undefined) return t.comment('no chromium here: left out')
  const server = await WholeServer.start(t)
  const { data: settings } = await server.ask('GET /admin/v1/settings')
  const open = { demo: true, confirm_demo: false, real: true, real_group: 'real\\standard' }
  await server.done('PUT /admin/v1/settings', { ...settings, ...open })
  const { login } = await server.account()
  const first = await openTerminal(browser, server.origin, login)
  await buy(first.page)
  await choose(first.page, 'Type', 'limit')
  await field(first.page, 'Price').fill('1.00000')
  await buy(first.page)
  await first.page.getByRole('tab', { name: /^Orders ?1/ }).waitFor()
  await first.page.close()

  const devices: { width: string; page: Page; faults: Faults }[] = []
  for (const [width, viewport, states] of WIDTHS) {
    const door = await openPage(browser, { viewport, locale: 'en-GB' })
    await door.page.goto(server.origin)
    await eachState(t, door.page, width, DOORS)
    await door.page.close()

    const { page, faults } = await openPage(browser, { viewport, locale: 'en-GB' })
    await signIn(page, server.origin, login)
    // A new panel needs a row.
    const tabs = await page.getByRole('tab').allInnerTexts()
    const panels = tabs.map((name) => name.replace(/\d+$/, '').trim())
    const isThere = (panel: string) => states.some(([name]) => name.startsWith(ROWS[panel] ?? '!'))
    t.same(
      panels.filter((panel) => !isThere(panel)),
      [],
      `${width}: panels without a row`,
    )
    await eachState(t, page, width, states)
    await page.keyboard.press('Escape')
    devices.push({ width, page, faults })
  }
  await server.stop()
  for (const { width, page, faults } of devices) {
    // What is grey then can be read over the bars of the ladder, too.
    if (width === 'wide') await page.getByRole('region', { name: 'Ladder', exact: true }).waitFor()
    await page.locator('.state.lost').waitFor()
    t.same(await stateFaults(page), [], `a lost line, ${width}`)
    t.same(
      faults.said.filter((line) => !/ERR_CONNECTION|WebSocket/.test(line)),
      [],
    )
  }
})
