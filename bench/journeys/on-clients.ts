import { randomUUID } from 'node:crypto'
import type { Ground } from './ground.js'
import { expectText, type Journey } from './journey.js'
import type { Walker } from './walker.js'

const PHONE_PASSWORD = 'Said56#z'
const MASTER = 'Journey-7!'

/** An account with this e-mail address that no other journey needs. */
async function opened(
  { asStaff }: Ground,
  email: string,
  group = 'demo\\standard',
): Promise<number> {
  const { login } = await asStaff<{ login: number }>('POST /admin/v1/accounts', {
    group,
    name: 'Dora',
    last_name: 'Desk',
    email,
    master_password: MASTER,
  })
  return login
}

/** Fills in the form of a new account. */
async function newClient(hand: Walker, name: string): Promise<void> {
  await hand.go('a')
  await hand.click(hand.button('New account'))
  await hand.choose(hand.page.getByLabel('Group', { exact: true }), 'demo\\standard')
  await hand.into(hand.page.getByLabel('First name'), name)
  await hand.into(hand.page.getByLabel('Last name'), 'Byron')
  await hand.into(hand.page.getByLabel('E-mail', { exact: true }), `${name}@example.com`)
}

/** Journeys of a back office's day with clients: their accounts, passwords, papers and orders. */
export const ON_CLIENTS: readonly Journey[] = [
  {
    number: 21,
    name: 'A new account, whose passwords are shown once',
    designed: null,
    elsewhere: '10',
    async walk(hand) {
      await newClient(hand, 'Ada')
      await hand.click(hand.button('Open account'))
      await hand.dialog.getByText('Copy the passwords now.').waitFor()
    },
  },
  {
    number: 22,
    name: 'A new account, whose passwords go to the client',
    designed: null,
    elsewhere: '12',
    async walk(hand, { mailbox }) {
      await newClient(hand, 'Cleo')
      await hand.click(hand.button('Send by e-mail'))
      await hand.click(hand.button('Open account'))
      await hand.text('Passwords sent to Cleo@example.com.').waitFor()
      await mailbox.until(1)
    },
  },
  {
    number: 23,
    name: 'Accounts of a table, previewed, and the list with their passwords',
    designed: null,
    elsewhere: 'a script',
    async walk(hand) {
      const rows = ['group,name,email', 'demo\\standard,Eve,eve@desk.example', 'demo\\no,Flo,']
      await hand.go('a')
      await hand.click(hand.button('Import…'))
      const file = hand.page.getByLabel('Choose a file…')
      await hand.drop(file, 'accounts.csv', 'text/csv', rows.join('\n'))
      await hand.click(hand.button('Preview'))
      await hand.text('To be opened: 1').waitFor()
      await hand.click(hand.button('Open 1 account'))
      const saved = hand.page.waitForEvent('download')
      await hand.click(hand.button('Save list with passwords'))
      await saved
    },
  },
  {
    number: 24,
    name: 'Archive the account of a client who leaves',
    designed: null,
    elsewhere: '5',
    own: (ground) => opened(ground, 'leaves@example.com'),
    async walk(hand, _, own) {
      await hand.findAccount(own)
      await hand.more('Archive…')
      await hand.confirm(/^Archive$/)
      await hand.text(`Account ${own} archived`).waitFor()
    },
  },
  {
    number: 25,
    name: 'Link the accounts of one client',
    designed: null,
    elsewhere: 'not there',
    async own(ground) {
      await opened(ground, 'twice@example.com')
      return opened(ground, 'twice@example.com')
    },
    async walk(hand, _, own) {
      await hand.findAccount(own)
      await hand.part('Linked')
      await hand.click(hand.page.getByRole('button', { name: /^Link account/ }))
      await hand.click(hand.dialog.getByRole('button', { name: 'Link', exact: true }))
      await hand.text(/^Account \d+ linked/).waitFor()
    },
  },
  {
    number: 26,
    name: 'A caller says the phone password',
    designed: null,
    elsewhere: '5',
    prepare: ({ asStaff, quist: { login } }) =>
      asStaff(`POST /admin/v1/accounts/${login}/passwords`, {
        kind: 'phone',
        password: PHONE_PASSWORD,
      }),
    async walk(hand, { quist }) {
      await hand.findAccount(quist.login)
      await hand.more('Passwords and codes…')
      await hand.choose(hand.dialog.getByLabel('Password', { exact: true }), 'phone')
      await hand.into(hand.dialog.getByLabel('Password to check'), PHONE_PASSWORD)
      await hand.press('Enter')
      await hand.dialog.getByText('The password is correct.').waitFor()
    },
  },
  {
    number: 27,
    name: 'Place, modify and cancel a pending order for a client',
    designed: null,
    elsewhere: '18',
    async walk(hand, { quist }) {
      await hand.findAccount(quist.login)
      await hand.press('t')
      await hand.click(hand.dialog.getByRole('button', { name: 'Limit', exact: true }))
      await hand.into(hand.dialog.getByLabel('Symbol'), 'EURUSD')
      await hand.into(hand.dialog.getByLabel('Volume in lots'), '0.5')
      await hand.into(hand.dialog.getByLabel('Price', { exact: true }), '1.01')
      await hand.dialog.getByText('Margin of the order').waitFor()
      await hand.confirm('Place Buy Limit')
      await hand.dialog.waitFor({ state: 'detached' })
      await hand.part('Orders')
      await hand.click(hand.page.getByRole('button', { name: /^Modify order/ }))
      await hand.into(hand.dialog.getByLabel('Price', { exact: true }), '1.02')
      await hand.dialog.getByRole('table', { name: 'Changes' }).getByText('1.02').waitFor()
      await hand.confirm('Modify order')
      await hand.dialog.waitFor({ state: 'detached' })
      await hand.click(hand.page.getByRole('button', { name: /^Cancel order/ }))
      await hand.confirm('Cancel order')
      await hand.dialog.waitFor({ state: 'detached' })
      await hand.page.getByRole('button', { name: /^Modify order/ }).waitFor({ state: 'detached' })
    },
  },
  {
    number: 28,
    name: 'Reports for a colleague',
    designed: null,
    elsewhere: '8',
    async own(ground) {
      const login = await opened(ground, 'colleague@example.com', 'managers\\dealers')
      await ground.asStaff('POST /admin/v1/staff', {
        login,
        rights: ['reports', 'accounts.view'],
        group_scope: ['*'],
      })
      return login
    },
    async walk(hand, _, own) {
      await hand.go('f')
      await hand.click(hand.row(String(own)))
      await hand.click(hand.button('Add report line'))
      await hand.into(hand.page.getByLabel('Report (name or mask with *)'), 'Partners\\*')
      await hand.text(/^Covers 1 of/).waitFor()
      await hand.click(hand.button('Save report lines'))
      await hand.text('Report lines saved').waitFor()
    },
  },
  {
    number: 29,
    name: 'The statement of last month: as a page, and by e-mail',
    designed: null,
    elsewhere: '9',
    own: (ground) => opened(ground, 'reads@example.com'),
    async walk(hand, { mailbox }, own) {
      const before = mailbox.taken.length
      await hand.findAccount(own)
      await hand.more('Statement…')
      const opening = hand.page.waitForEvent('popup')
      await hand.press('Control+Enter')
      const statement = await opening
      await statement.getByRole('heading', { name: `Statement of account ${own}` }).waitFor()
      // A browser prints it as PDF.
      if ((await statement.pdf()).byteLength === 0) throw new Error('the PDF is empty')
      await statement.close()
      await hand.click(hand.dialog.getByRole('button', { name: 'Send by e-mail' }))
      await hand.text('Statement sent to reads@example.com').waitFor()
      await mailbox.until(before + 1)
    },
  },
  {
    number: 30,
    name: 'Reverse a deposit that was another client’s',
    designed: null,
    elsewhere: '8',
    async own(ground) {
      const login = await opened(ground, 'paid@example.com')
      const body = { action: 'deposit', amount: '250.50', request_id: randomUUID() }
      await ground.asStaff(`POST /admin/v1/accounts/${login}/balance`, body)
      return login
    },
    async walk(hand, { asStaff }, own) {
      await hand.findAccount(own)
      await hand.part('Deals')
      await hand.click(hand.page.getByRole('button', { name: /^Reverse deal/ }))
      await hand.dialog.getByLabel('Reason (for the journal)').waitFor()
      await hand.type('wrong client')
      await hand.confirm(/^Book Withdrawal/)
      await hand.text(/^Deal \d+ reversed by deal/).waitFor()
      const { balance } = await asStaff<{ balance: string }>(`GET /admin/v1/accounts/${own}`)
      expectText(balance, '0.00')
    },
  },
  {
    number: 31,
    name: 'Write down what a client said on the phone',
    designed: null,
    elsewhere: '6',
    async walk(hand, { quist }) {
      await hand.findAccount(quist.login)
      await hand.part('Notes')
      await hand.into(hand.page.getByLabel(/^New note/), 'Asked for a call at 5.')
      await hand.click(hand.button('Add note'))
      await hand.page.locator('.account-notes li').waitFor()
    },
  },
]
