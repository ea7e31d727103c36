import { expectText, type Journey, madeAt } from './journey.js'
import type { Walker } from './walker.js'

/** Journeys of those who look after clients, their trades and their money. */
export const ON_ACCOUNTS: readonly Journey[] = [
  {
    number: 1,
    name: 'A client calls: “my stop was not hit”',
    designed: 7,
    elsewhere: '25+',
    async walk(hand, { quist }) {
      await hand.find('quist', 'Anna Quist')
      await hand.text('Positions').waitFor()
      await hand.click(hand.page.getByRole('link', { name: String(quist.position), exact: true }))
      await hand.text(/not reached: \d+ points away/).waitFor()
      await hand.press('c')
      await hand.text(/Copied/i).waitFor()
    },
  },
  {
    number: 2,
    name: 'Pay in after a bank transfer',
    designed: 7,
    elsewhere: '9',
    async walk(hand, { quist }) {
      await hand.find(String(quist.login), `${quist.login} Anna`)
      await hand.page.locator('.card-acts').waitFor()
      await hand.press('p')
      await hand.dialog.waitFor()
      await hand.type('250.50')
      await hand.press('Tab')
      await hand.type('Bank')
      await hand.dialog.getByText(/100.250\.50 USD/).waitFor()
      await hand.typeCode()
      await hand.press('Enter')
      await hand.text(`Deposit of 250.50 USD to ${quist.login}`).waitFor()
    },
  },
  {
    number: 3,
    name: '300 payments of a day',
    designed: 6,
    elsewhere: '300 × 9',
    async walk(hand, { many }) {
      const lines = Array.from({ length: 300 }, (_, n) => {
        return `${many[n % many.length]},deposit,${(1 + n / 100).toFixed(2)},Day`
      })
      await hand.go('y')
      const file = hand.page.getByLabel('Choose a file…')
      await hand.drop(file, 'day.csv', 'text/csv', lines.join('\n'))
      await hand.click(hand.button(/^Check 300 payments/))
      await hand.typeCode()
      await hand.click(hand.dialog.getByRole('button', { name: 'Make 300 payments' }))
      await hand.text('300 done · 0 refused · 0 left').waitFor()
    },
  },
  {
    number: 8,
    name: 'Everyone over 5 lots of XAUUSD: warn them',
    designed: 7,
    elsewhere: '25',
    async walk(hand) {
      await hand.go('e')
      await hand.click(hand.page.locator('tr[data-key=XAUUSD]'))
      const card = hand.page.getByRole('complementary')
      await hand.into(card.getByLabel('Minimum, lots'), '5')
      await card.getByText('Accounts listed: 4').waitFor()
      await hand.click(card.getByRole('button', { name: 'Actions…' }))
      await written(hand, 'News at 15:00: mind your margin.', 4)
    },
  },
  {
    number: 11,
    name: 'Margin calls at the opening',
    designed: 5,
    elsewhere: '4',
    async walk(hand, { many }) {
      await hand.go('a')
      await hand.click(hand.button('At risk'))
      await hand.row(String(many[5])).waitFor()
      await hand.click(hand.row(String(many[5])).locator('.check input'))
      await hand.click(hand.button('Actions…'))
      await written(hand, 'Your margin is low.', 1)
    },
  },
  {
    number: 13,
    name: 'A client has forgotten the password',
    designed: 6,
    elsewhere: '6',
    async walk(hand, { quist }) {
      await hand.find(String(quist.login), `${quist.login} Anna`)
      await hand.click(hand.page.locator('.card-acts').getByRole('button', { name: 'More' }))
      await hand.click(hand.button('Passwords and codes…'))
      await hand.click(hand.dialog.getByRole('button', { name: 'Create new password' }))
      await hand.dialog.locator('code').waitFor()
    },
  },
  {
    number: 14,
    name: 'Close everything of a symbol, and let nobody open it',
    designed: 10,
    elsewhere: '14',
    async walk(hand, { asStaff }) {
      await hand.go('p')
      await hand.filter('XAUUSD')
      await hand.text('4 positions').waitFor()
      await hand.click(
        hand.page.locator('.grid-head .check, .grid [role=columnheader] input').first(),
      )
      await hand.click(hand.button('Close…'))
      await hand.dialog.getByText('Number: 4 ·').waitFor()
      await hand.confirm('Close 4')
      await hand.text('4 done · 0 refused · 0 left').waitFor()
      await hand.find('XAUUSD', /XAUUSD/)
      await hand.choose(hand.page.getByLabel('Trading', { exact: true }), 'close_only')
      await hand.press('Control+s')
      await hand.text(/XAUUSD saved/).waitFor()
      const { items } = await asStaff<{ items: { path: string; trade_access: string }[] }>(
        'GET /admin/v1/symbols?limit=100',
      )
      const gold = items.find(({ path }) => path.endsWith('XAUUSD'))
      expectText(gold?.trade_access, 'close_only')
    },
  },
  {
    number: 15,
    name: 'A wrong price has filled 12 clients',
    designed: 9,
    elsewhere: '12 × 8',
    async walk(hand, { wrong }) {
      await hand.go('l')
      await hand.filter('EURUSD')
      await hand.choose(hand.page.getByLabel('Period'), 'hour')
      const grid = hand.page.getByRole('grid', { name: 'Deals' })
      const of = (position: number) =>
        grid
          .locator('.grid-row')
          .filter({ has: hand.page.getByText(String(position), { exact: true }) })
      // They were done one after the other: the first is chosen, and with Shift all to the last one.
      await of(wrong.at(-1) as number).waitFor()
      await hand.click(of(wrong.at(-1) as number).locator('.check input'))
      await of(wrong[0] as number)
        .locator('.check input')
        .click({ modifiers: ['Shift'] })
      await hand.text('12 selected').waitFor()
      await hand.click(hand.button('Correct prices…'))
      await hand.dialog.waitFor()
      await hand.type('1.10000')
      await hand.press('Enter')
      await hand.dialog.getByText('Positions: 12 of 12').waitFor()
      await hand.type('a spike')
      await hand.confirm('Correct 12')
      await hand.text('12 done · 0 refused · 0 left').waitFor()
    },
  },
  {
    number: 19,
    name: 'Move all that a filter has to new terms',
    designed: 7,
    elsewhere: '6, blind',
    async walk(hand, { many, asStaff }) {
      await hand.go('a')
      await hand.filter('city=Kiel')
      await hand.text(`${many.length} accounts`).waitFor()
      await hand.press('ArrowDown', 'Control+a')
      await hand.click(hand.button('Actions…'))
      await hand.choose(hand.dialog.getByLabel('Action'), 'move')
      await hand.choose(hand.dialog.getByLabel('Group'), 'demo\\ib-nord')
      await hand.click(hand.dialog.getByRole('button', { name: 'Preview' }))
      await hand.typeCode()
      await hand.click(hand.dialog.getByRole('button', { name: /^Apply to 30 accounts/ }))
      await hand.text('30 done · 0 refused · 0 left').waitFor()
      const last = many.at(-1) as number
      const { group } = await asStaff<{ group: string }>(`GET /admin/v1/accounts/${last}`)
      expectText(group, 'demo\\ib-nord')
    },
  },
  {
    number: 10,
    name: 'Block a sign-up that is like others',
    designed: 5,
    elsewhere: 'not there',
    async prepare({ server, asStaff, quist }) {
      await asStaff(`PATCH /admin/v1/accounts/${quist.login}`, {
        email: 'eve@trash.example',
        version: (await asStaff<{ version: number }>(`GET /admin/v1/accounts/${quist.login}`))
          .version,
      })
      const form = { type: 'real', name: 'Eve Trash', email: 'eve@trash.example', country: 'GB' }
      await server.ask('POST /trader/v1/register', undefined, form)
    },
    async walk(hand) {
      await hand.go('n')
      await hand.row('Eve Trash').waitFor()
      await hand.page.getByRole('grid', { name: 'Applications' }).waitFor()
      await hand.click(hand.row('Eve Trash'))
      await hand.text('same e-mail').waitFor()
      await hand.click(hand.button('Reject…'))
      await hand.click(hand.dialog.getByRole('button', { name: 'The data are not right.' }))
      await hand.click(hand.dialog.getByLabel(/^all e-mails of this domain/))
      await hand.click(hand.dialog.getByRole('button', { name: 'Reject', exact: true }))
      await hand.text(/^Application \d+ rejected/).waitFor()
    },
  },
  {
    number: 12,
    name: 'Deal a request that waits',
    designed: 3,
    elsewhere: '3',
    async walk(hand, { quist, trader, server }) {
      await hand.go('d')
      await hand.text('No requests are waiting.').waitFor()
      await madeAt(hand)
      const session = await trader(quist.login)
      const open = { kind: 'open', symbol: 'USDJPY', side: 'buy', volume: '0.10' }
      const asked = server.ask('POST /trader/v1/trade', session, open)
      await hand.page.locator('.dealing-queue tbody tr').waitFor()
      await hand.page.locator('.dealing:not(.settling)').waitFor()
      await hand.press('t')
      await hand.page.locator('.dealing-queue tr.own').waitFor()
      await hand.page.locator('.dealing:not(.settling)').waitFor()
      await hand.press('Enter')
      expectText((await asked).code, 'ok')
    },
  },
]

/** A message to all selected accounts, with a preview. */
async function written(hand: Walker, text: string, count: number): Promise<void> {
  await hand.into(hand.dialog.getByLabel('Message'), text)
  await hand.click(hand.dialog.getByRole('button', { name: 'Preview' }))
  await hand.typeCode()
  await hand.click(hand.dialog.getByRole('button', { name: new RegExp(`^Apply to ${count} `) }))
  await hand.text(`${count} done · 0 refused · 0 left`).waitFor()
}
