import type { Page } from 'playwright-core'
import t from 'tap'
import {
  accessFaultsInBoth,
  DESK,
  type Faults,
  openBrowser,
  openPage,
  PHONE,
} from '../given/browser.js'
import { WholeServer } from '../given/fronts/whole-server.js'
import { allowTradeKeys, buy, openTerminal, signIn } from '../given/terminal.js'

// Every page and state can be used by everybody, as far as axe sees it: in light and dark, on a desk and on a phone.

type State = readonly [name: string, reach: (page: Page) => Promise<unknown>]

const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) })
    .first()
    .click()
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name }).click()
const choose = (page: Page, label: string, value: string) =>
  page.getByLabel(label, { exact: true }).first().selectOption(value)
const act = async (page: Page, name: string) => {
  await press(page, /^Actions: EURUSD/)
  await press(page, name)
}

const DOORS: readonly State[] = [
  ['the door', async () => undefined],
  ['sign-up for a demo', (page) => press(page, 'Open an account')],
  ['sign-up for a real account', (page) => press(page, 'Real account')],
  ['about', (page) => page.goto(new URL('/about', page.url()).href)],
]

/** Where both widths have the same; Escape leaves each. */
const BELOW: readonly State[] = [
  ['actions of an order', (page) => press(page, /^Actions: EURUSD/)],
  ['a change of an order', (page) => act(page, 'Modify…')],
  ['alerts', (page) => tab(page, /^Alerts/)],
  ['deals', (page) => tab(page, /^History/)],
  ['closed positions', (page) => press(page, 'Closed positions')],
  ['days', (page) => press(page, 'Days')],
  ['mail', (page) => tab(page, /^Inbox/)],
  ['a new mail', (page) => press(page, 'Write')],
  ['the menu', (page) => press(page, 'Menu')],
  ['settings', (page) => press(page, 'Settings')],
  ['a new password', (page) => page.locator('dialog summary').first().click()],
]

const WIDE: readonly State[] = [
  ['positions', async () => undefined],
  ['actions of a position', (page) => press(page, /^Actions: EURUSD/)],
  ['stops', (page) => act(page, 'Stops…')],
  ['another volume', (page) => act(page, 'Close another volume…')],
  [
    'a pending order with its risk',
    async (page) => {
      await choose(page, 'Type', 'stop_limit')
      await choose(page, 'Expiration', 'specified')
      await page.getByLabel('Stop loss', { exact: true }).fill('1.0000')
      await page.locator('.ticket summary').click()
    },
  ],
  ['the ladder', (page) => press(page, 'Ladder')],
  ['search', (page) => page.getByLabel('Search symbols').fill('usd')],
  ['lists', (page) => press(page, 'Edit watchlists')],
  ['drawings', (page) => press(page, 'Draw')],
  ['indicators', (page) => press(page, 'Indicators')],
  ['layouts', (page) => press(page, 'Layout')],
  [
    'four charts',
    async (page) => {
      await press(page, 'Layout')
      await press(page, '4 charts')
    },
  ],
  ['keys', (page) => page.keyboard.press('?')],
  [
    'all positions',
    async (page) => {
      await allowTradeKeys(page)
      await page.keyboard.press('Control+Shift+X')
    },
  ],
  ['orders', (page) => tab(page, /^Orders/)],
  ...BELOW,
]

const NARROW: readonly State[] = [
  ['quotes', async () => undefined],
  ['the chart', (page) => press(page, 'Chart')],
  ['the ticket', (page) => press(page, 'Trade')],
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

async function eachState(t: Claims, page: Page, width: string, states: readonly State[]) {
  for (const [name, reach] of states) {
    await reach(page)
    t.same(await accessFaultsInBoth(page), [], `${name}, ${width}`)
    if (!/^(the menu|settings)/.test(name)) await page.keyboard.press('Escape')
  }
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
  await first.page.getByLabel('Price', { exact: true }).fill('1.00000')
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
    await eachState(t, page, width, states)
    await page.keyboard.press('Escape')
    devices.push({ width, page, faults })
  }
  await server.stop()
  for (const { width, page, faults } of devices) {
    await page.locator('.state.lost').waitFor()
    t.same(await accessFaultsInBoth(page), [], `a lost line, ${width}`)
    t.same(
      faults.said.filter((line) => !/ERR_CONNECTION|WebSocket/.test(line)),
      [],
    )
  }
})
