import type { Browser, Page } from 'playwright-core'
import {
  ADMIN_PASSWORD,
  type ServerProcess,
  type StaffSession,
} from '../../test/crash/server-process.js'
import { openDesk } from '../../test/given/desk-pages.js'
import { inGerman } from './language.js'

/** The pictures of the desk: clients that trade, and a dealing request that waits. */
const SCREEN = { width: 1280, height: 800 }

interface Client {
  readonly name: string
  readonly deposit: string
  readonly trades: readonly (readonly [side: 'buy' | 'sell', symbol: string, volume: string])[]
}

const CLIENTS: readonly Client[] = [
  {
    name: 'Ada Keller',
    deposit: '25000.00',
    trades: [
      ['buy', 'EURUSD', '1.50'],
      ['sell', 'XAUUSD', '0.20'],
    ],
  },
  { name: 'Bruno Costa', deposit: '1200.00', trades: [['buy', 'GBPUSD', '0.40']] },
  {
    name: 'Chiara Rossi',
    deposit: '8000.00',
    trades: [
      ['sell', 'EURUSD', '0.80'],
      ['buy', 'USDJPY', '0.50'],
    ],
  },
  { name: 'Daan de Vries', deposit: '50000.00', trades: [['buy', 'XAUUSD', '1.00']] },
  { name: 'Elif Yilmaz', deposit: '600.00', trades: [] },
]

/** The accounts of the clients, each with its trades. Answers their logins. */
async function opened(server: ServerProcess, staff: StaffSession): Promise<number[]> {
  const logins: number[] = []
  for (const { name, deposit, trades } of CLIENTS) {
    const login = await server.openAccount(staff, 'real\\standard', deposit)
    await server.change(`/admin/v1/accounts/${login}`, staff, { name })
    const trader = await server.signInTrader(login)
    for (const [side, symbol, volume] of trades) {
      await server.sure('POST /trader/v1/trade', trader, { kind: 'open', symbol, side, volume })
    }
    logins.push(login)
  }
  return logins
}

export async function deskPictures(
  browser: Browser,
  server: ServerProcess,
  staff: StaffSession,
  folder: string,
): Promise<void> {
  const [login = 0] = await opened(server, staff)
  const origin = `http://127.0.0.1:${server.port}`
  const { page } = await openDesk(browser, { origin }, '/desk/accounts', {
    password: ADMIN_PASSWORD,
    viewport: SCREEN,
    colorScheme: 'light',
  })
  const shoot = async (on: Page, name: string, waitFor: (page: Page) => Promise<unknown>) => {
    await waitFor(on)
    await on.waitForLoadState('networkidle')
    await on.mouse.move(0, 0)
    await on.screenshot({ path: `${folder}/${name}.png` })
  }
  const kept = async (name: string, place: string, waitFor: (page: Page) => Promise<unknown>) => {
    await page.goto(`${origin}${place}`)
    await shoot(page, name, waitFor)
  }
  const keptInBoth = async (name: string, place: string, text: string) => {
    await kept(name, place, shows(text))
    await inGerman(page, {}, () => shoot(page, `${name}.de`, shows(text)))
  }
  const shows = (text: string) => (on: Page) => on.getByText(text).first().waitFor()
  await keptInBoth('desk-accounts', '/desk/accounts', 'Ada Keller')
  await kept('desk-account', `/desk/accounts/${login}`, shows('EURUSD'))
  await keptInBoth('desk-exposure', '/desk/exposure', 'XAUUSD')
  await keptInBoth('desk-settings', '/desk/settings/groups', 'real\\standard')
}
