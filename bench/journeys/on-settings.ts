import { pause } from '../../test/crash/server-process.js'
import { FIX_IDS } from '../../test/given/floors/provider-house.js'
import { fillReport } from '../../test/given/peers/fill-report.js'
import type { FixMessage } from '../../wire/fix/codec/message.js'
import type { Ground } from './ground.js'
import { expectText, type Journey, madeAt } from './journey.js'
import type { Walker } from './walker.js'

/** Opens a record of the settings of a kind by letters of its name. */
export async function openRecord(
  hand: Walker,
  kind: string | null,
  letters: string,
): Promise<void> {
  await hand.go('s')
  if (kind !== null) await hand.click(hand.page.locator('.settings-kinds a', { hasText: kind }))
  await hand.page.locator('.settings-list tbody tr').first().waitFor()
  await hand.filter(letters)
  await hand.press('ArrowDown')
  await hand.page.locator('.settings-list a:focus').waitFor()
  await hand.press('Enter')
  await hand.page.locator('.settings-form').waitFor()
}

const LOOK_MS = 200
const field = (hand: Walker, path: string) => hand.page.locator(`[data-path="${path}"]`)

/** Journeys of those who look after settings, providers, people and reports. */
export const ON_SETTINGS: readonly Journey[] = [
  {
    number: 4,
    name: 'Widen spreads before the news',
    designed: 8,
    elsewhere: '7 a group, blind',
    prepare: ({ asStaff }) =>
      patched(asStaff, 'groups/demo%5Cstandard', {
        symbols: [{ mask: 'XAU*', spread_diff_pts: 10 }],
      }),
    async walk(hand) {
      await openRecord(hand, null, 'demo\\standard')
      await hand.into(field(hand, 'symbols[0].spread_diff_pts').locator('input'), '30')
      await hand.click(hand.button('Check'))
      await hand.text(/Affected groups/).waitFor()
      await hand.press('Control+s')
      await hand.text('demo\\standard saved').waitFor()
    },
  },
  {
    number: 5,
    name: 'A provider is down: nothing goes there',
    designed: 7,
    elsewhere: '15',
    async walk(hand, { asStaff }) {
      await hand.click(hand.page.locator('.waiting-list a', { hasText: 'Gateway' }).first())
      await hand.click(hand.page.getByRole('link', { name: 'A-book of Prime' }))
      await hand.click(field(hand, 'enabled').locator('input'))
      await hand.click(hand.button('Check'))
      await hand.text(/it can be saved/).waitFor()
      await hand.press('Control+s')
      await hand.text('A-book of Prime saved').waitFor()
      const rules = await asStaff<{ name: string; enabled: boolean }[]>('GET /admin/v1/routing')
      const rule = rules.find(({ name }) => name === 'A-book of Prime')
      expectText(String(rule?.enabled), 'false')
    },
  },
  {
    number: 6,
    name: 'A feed gives no prices',
    designed: 6,
    elsewhere: '12',
    prepare: ({ asStaff }) =>
      asStaff('POST /admin/v1/datafeeds', {
        name: 'Morning',
        module: 'fix44',
        server: '127.0.0.1:1',
        params: FIX_IDS,
        reconnect_sec: 1,
      }),
    async walk(hand) {
      await hand.click(hand.page.locator('.waiting-list a', { hasText: 'Datafeed' }).first())
      await hand.page.getByRole('heading', { name: 'Morning' }).waitFor()
      await hand.into(field(hand, 'server').locator('input'), '127.0.0.1:2')
      await hand.press('Control+s')
      await hand.text('Morning saved').waitFor()
    },
  },
  {
    number: 7,
    name: 'A new introducing broker needs a group',
    designed: 12,
    elsewhere: '20',
    async walk(hand) {
      await openRecord(hand, null, 'demo\\standard')
      await hand.click(hand.button('Duplicate'))
      await hand.into(field(hand, 'path').locator('input').first(), 'demo\\ib-nord')
      await hand.click(hand.button('Commissions'))
      await hand.click(field(hand, 'commissions').getByRole('button', { name: 'Add row' }))
      await hand.into(field(hand, 'commissions[0].mask').locator('input'), '*')
      const tiers = field(hand, 'commissions[0].tiers').getByRole('button', { name: 'Add row' })
      if ((await field(hand, 'commissions[0].tiers[0].value').count()) === 0)
        await hand.click(tiers)
      await hand.into(field(hand, 'commissions[0].tiers[0].value').locator('input'), '3.50')
      await hand.click(hand.button('Create'))
      await hand.text('demo\\ib-nord created').waitFor()
      await hand.click(hand.page.locator('.settings-kinds a', { hasText: 'Allocations' }))
      await hand.click(hand.button('New'))
      await hand.into(field(hand, 'group_path').locator('input'), 'demo\\ib-nord')
      await hand.into(field(hand, 'countries').locator('input, textarea').first(), 'NO')
      await hand.click(hand.button('Create'))
      await hand.text(/ created$/).waitFor()
    },
  },
  {
    number: 9,
    name: 'Who has changed this setting? And back',
    designed: 2,
    elsewhere: '15',
    prepare: ({ asStaff }) => patched(asStaff, 'groups/demo%5Cnetting', { stop_out_level: '31' }),
    async walk(hand) {
      await openRecord(hand, null, 'demo\\netting')
      await madeAt(hand)
      await hand.press('h')
      await hand.click(hand.page.locator('.journal .line-text').first())
      await hand.click(hand.button('Show the state before…'))
      await hand.text(/^Fields set to their values before that change: 1/).waitFor()
    },
  },
  {
    number: 16,
    name: 'A held fill of a provider',
    designed: 4,
    elsewhere: 'not there',
    prepare: held,
    async walk(hand) {
      await hand.click(hand.page.getByRole('link', { name: '1 held fill of a provider' }))
      await hand.click(hand.row('far from the market'))
      await hand.click(hand.button('Refuse…'))
      await hand.dialog.getByLabel(/^Reason/).waitFor()
      await hand.type('a slip of the provider')
      await hand.press('Enter')
      await hand.text('Fill refused').waitFor()
    },
  },
  {
    number: 17,
    name: 'A new dealer starts',
    designed: 10,
    elsewhere: '25',
    async walk(hand) {
      await hand.go('f')
      await hand.click(hand.button('New staff user'))
      await hand.page.getByLabel('Name', { exact: true }).waitFor()
      await hand.type('Dora')
      await hand.click(hand.button('Dealer'))
      await hand.into(hand.page.getByLabel(/^Groups whose/), 'real\\*')
      await hand.text(/^Matches \d/).waitFor()
      await hand.click(hand.button('Create staff user'))
      await hand.page.locator('code.once').waitFor()
    },
  },
  {
    number: 18,
    name: 'A weekly report for a partner',
    designed: 8,
    elsewhere: '8 each week',
    prepare: ({ asStaff }) =>
      asStaff('POST /admin/v1/reports/configs', {
        name: 'Partners\\Nord',
        module: 'commissions',
        params: { groups: 'demo\\*', period: 'last_week' },
      }),
    async walk(hand) {
      await hand.go('r')
      await hand.click(hand.row('Partners › Nord'))
      await hand.click(hand.button('Run the report'))
      await hand.page.waitForURL(/jobs\/\d+$/)
      await hand.text(/^Rows: /).waitFor()
      await hand.go('r')
      await hand.click(hand.row('Partners › Nord'))
      await hand.click(hand.button('Schedule…'))
      await hand.into(field(hand, 'email_to').locator('input'), 'nord@example.com')
      await hand.click(hand.button('Make the schedule'))
      await hand.text('The schedule is made.').waitFor()
    },
  },
  {
    number: 20,
    name: 'Take a setting from the test server',
    designed: 7,
    elsewhere: '15, and a risk',
    async walk(hand, { file, asStaff }) {
      await hand.go('x')
      const choose = hand.page.getByLabel('Choose a file…')
      await hand.drop(choose, 'test.json', 'application/json', file)
      await hand.click(hand.page.getByRole('row', { name: /Changed.*demo.standard/ }))
      await hand.page.locator('.desk-card').getByText('77').waitFor()
      await hand.click(hand.button(/^Import 1 record…/))
      await hand.click(hand.dialog.getByRole('button', { name: /^Import 1 record/ }))
      await hand.text('Import finished').waitFor()
      const path = 'GET /admin/v1/groups/demo%5Cstandard'
      const { leverage } = await asStaff<{ leverage: number }>(path)
      expectText(String(leverage), '77')
    },
  },
]

async function patched(ask: Ground['asStaff'], path: string, fields: object): Promise<void> {
  const { version } = await ask<{ version: number }>(`GET /admin/v1/${path}`)
  await ask(`PATCH /admin/v1/${path}`, { ...fields, version })
}

/** A fill a hundred times the market, of an order that went to a provider. */
async function held({ asStaff, peer, server, agent, trader }: Ground): Promise<void> {
  const markups = { symbol_id: 1, source: 'EUR/USD', source_digits: 5 }
  const { id } = await asStaff<{ id: number }>('POST /admin/v1/gateways', {
    name: 'Second',
    server: peer.address,
    params: [...FIX_IDS, { name: 'Order Placement Timeout', value: '60' }],
    translates: [{ ...markups, ask_markup_pts: 0, bid_markup_pts: 0 }],
    reconnect_sec: 1,
  })
  const rule = { name: 'Second', position: 1, action: 'gateway', dealers: [id] }
  await asStaff('POST /admin/v1/routing', rule)
  await peer.admit()
  const session = await trader(agent)
  const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.50' }
  while (peer.of('D').length === 0) {
    const answer = server.ask('POST /trader/v1/trade', session, open)
    await Promise.race([answer, peer.until(() => peer.of('D').length > 0)])
    await pause(LOOK_MS)
  }
  peer.send('8', fillReport(peer.of('D')[0] as FixMessage, 'E-1'))
}
