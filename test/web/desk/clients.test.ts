import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import t from 'tap'
import { hired, openDesk, typeCode } from '../../given/desk-pages.js'
import type { WholeServer } from '../../given/fronts/whole-server.js'
import { SmtpPeer } from '../../given/peers/smtp-peer.js'
import { ownTerminal } from '../../given/terminal.js'

// Staff open accounts and import them, archive, restore and link them, send statements, and give reports to a colleague.

t.setTimeout(360_000)
const own = ownTerminal(t)

const signIn = (server: WholeServer, login: number, password: string) =>
  server.ask('POST /trader/v1/auth/login', {}, { login, password, terminal: 'desktop' })

/** The errors that a page has beside refusals, which the browser notes, too. */
const errors = (said: readonly string[]) =>
  said.filter((one) => !/status of (4\d\d|503)|net::ERR_FAILED/.test(one))

const make = (page: Page) => page.getByRole('button', { name: 'Open account' })

/** The password of the dialog that is shown once. */
async function shown(page: Page, label: string): Promise<string> {
  const row = page.getByRole('dialog').locator('.once-rows > div', { hasText: label })
  return (await row.locator('code').textContent()) ?? ''
}

t.test('a form opens one account, also if the answer is lost and the page reloaded', async (t) => {
  const set = await own(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const { page, faults } = await visit('/desk/accounts')
  await page.getByRole('button', { name: 'New account' }).click()
  t.equal(await make(page).isDisabled(), true, 'a group has to be chosen')
  await page.getByLabel('Group', { exact: true }).selectOption('real\\standard')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Byron')
  await page.getByLabel('E-mail', { exact: true }).fill('nobody')
  await page.getByLabel('Country').selectOption('DE')
  await page.getByLabel('Leverage (empty: group default)').fill('1,5')
  await make(page).click()
  await page
    .getByLabel('E-mail', { exact: true })
    .and(page.locator('[aria-invalid=true]'))
    .waitFor()
  t.equal(await page.locator('.desk-form [aria-invalid=true]').count(), 2)
  await page.getByLabel('E-mail', { exact: true }).fill('ada@example.com')
  await page.getByLabel('Leverage (empty: group default)').fill('30')

  await page.route('**/admin/v1/accounts', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await make(page).click()
  await page.getByText('No response. The account may be open.').waitFor()
  t.equal(await page.getByLabel('First name').isDisabled(), true)
  await page.unroute('**/admin/v1/accounts')
  await page.reload()
  await page.getByText('No response. The account may be open.').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Copy the passwords now.').waitFor()
  const login = Number(await shown(page, 'Login'))
  t.match(await signIn(server, login, await shown(page, 'Master')), { status: 200 })
  t.match(await signIn(server, login, await shown(page, 'Investor')), { status: 200 })
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('heading', { name: `${login} Ada Byron` }).waitFor()
  const found = await server.done('GET /admin/v1/accounts?email=ada@example.com')
  t.match(found, {
    total: 1,
    items: [{ login, group: 'real\\standard', country: 'DE', leverage: 30 }],
  })
  await page.getByRole('button', { name: 'New account' }).click()
  t.equal(await page.getByLabel('First name').inputValue(), '', 'the form is empty again')
  t.same(errors(faults.said), [])
})

t.test('passwords and a statement go to the client by e-mail', async (t) => {
  const set = await own(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const peer = await SmtpPeer.start(t)
  const { page, faults } = await visit('/desk/accounts/new?group=real%5Cstandard')
  await page.getByLabel('First name').fill('Cleo')
  await page.getByLabel('E-mail', { exact: true }).fill('cleo@example.com')
  await page.getByLabel('Language of e-mails').selectOption('de')
  await page.getByRole('button', { name: 'Send by e-mail' }).click()
  await make(page).click()
  await page
    .getByText('there is no enabled default mail server: set one up first', { exact: true })
    .waitFor()
  await server.done('POST /admin/v1/mail-servers', peer.record)
  await make(page).click()
  await page.getByText('Passwords sent to cleo@example.com.').waitFor()
  const [welcome] = await peer.until(1)
  t.match(welcome?.mime.subject, /^Ihr Handelskonto \d+ ist eröffnet$/)
  const login = Number(/\d+/.exec(welcome?.mime.subject ?? '')?.[0])
  const password = /^Passwort: (\S+)$/m.exec(welcome?.mime.text ?? '')?.[1] ?? ''
  t.match(await signIn(server, login, password), { status: 200 })
  t.notMatch(await page.content(), password)

  await page.locator('.desk-card').getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Statement…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/ to .*, both included\./).waitFor()
  await dialog.getByLabel('Period').selectOption('Other days')
  await dialog.getByLabel('From').fill('2026-01-31')
  await dialog.getByLabel('To').fill('2026-01-01')
  await dialog.getByRole('button', { name: 'Send by e-mail' }).click()
  await dialog.locator('[aria-invalid=true]').waitFor()
  await dialog.getByLabel('Period').selectOption('All time')
  const opening = page.waitForEvent('popup')
  await dialog.getByRole('button', { name: 'Open to read or print' }).click()
  const statement = await opening
  await statement.getByRole('heading', { name: `Kontoauszug für Konto ${login}` }).waitFor()
  await statement.close()
  await dialog.getByRole('button', { name: 'Send by e-mail' }).click()
  await page.getByText('Statement sent to cleo@example.com').waitFor()
  const [, sent] = await peer.until(2)
  t.equal(sent?.mime.subject, `Konto ${login}: Kontoauszug`)
  const [file] = sent?.mime.attachments ?? []
  t.match(file, { filename: `statement-${login}.html`, mimeType: 'text/html' })
  const content = file?.content ?? ''
  const html =
    typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString()
  t.match(html, `Kontoauszug für Konto ${login}`)
  const lines = await server.done(`GET /admin/v1/accounts/${login}/journal`)
  t.match(lines['items'], [{ kind: 'account.statement' }])
  t.same(errors(faults.said), [])
})

t.test('an account is archived once nothing stands in the way, and restored', async (t) => {
  const set = await own(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const { login } = await server.account()
  const order = {
    kind: 'place',
    order_kind: 'limit',
    symbol: 'EURUSD',
    side: 'buy',
    volume: '0.10',
    price: '0.5',
    client_order_id: randomUUID(),
  }
  const placed = await server.done(`POST /admin/v1/accounts/${login}/trade`, order)
  const { page, faults } = await visit(`/desk/accounts/${login}`)
  const card = page.locator('.desk-card')
  const dialog = page.getByRole('dialog')
  const archive = async () => {
    await card.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Archive…' }).click()
  }
  await archive()
  await dialog.getByText('1 pending order. Cancel it first.').waitFor()
  await dialog.getByText(/^100.000\.00 USD stay in the account\./).waitFor()
  t.equal(await dialog.getByRole('button', { name: 'Archive', exact: true }).isDisabled(), true)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await server.done(`POST /admin/v1/accounts/${login}/trade`, {
    kind: 'delete',
    order_id: placed['order_id'],
    client_order_id: randomUUID(),
  })
  await archive()
  await typeCode(dialog)
  await dialog.getByRole('button', { name: 'Archive', exact: true }).click()
  await page.getByText(`Account ${login} archived`).waitFor()
  await card.getByText('Archived', { exact: true }).waitFor()
  t.equal(await card.getByRole('button', { name: /^Balance operation/ }).count(), 0)
  await card.getByRole('button', { name: 'Restore…' }).click()
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByText(`Account ${login} restored`).waitFor()
  await card.getByRole('button', { name: /^Balance operation/ }).waitFor()
  t.match(await server.done(`GET /admin/v1/accounts/${login}`), { archived_at: null })
  t.same(errors(faults.said), [])
})

t.test("a phone password is checked, and a client's other accounts are linked", async (t) => {
  const set = await own(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const [{ login }, other, like] = [
    await server.account(),
    await server.account(),
    await server.account(),
  ]
  for (const one of [login, like.login]) {
    await server.patch(`/admin/v1/accounts/${one}`, { email: 'dora@example.com' })
  }
  const phone = { kind: 'phone', password: 'Said56#z' }
  await server.done(`POST /admin/v1/accounts/${login}/passwords`, phone)
  const { page, faults } = await visit(`/desk/accounts/${login}/linked`)
  const card = page.locator('.desk-card')
  const dialog = page.getByRole('dialog')
  await card.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Passwords and codes…' }).click()
  await dialog.getByLabel('Password', { exact: true }).selectOption('Phone')
  await dialog.getByLabel('Password to check').fill('Said56#y')
  await dialog.getByRole('button', { name: 'Check' }).click()
  await dialog.getByText('The password is wrong, or none is set.').waitFor()
  await dialog.getByLabel('Password to check').fill('Said56#z')
  await dialog.getByRole('button', { name: 'Check' }).click()
  await dialog.getByText('The password is correct.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await card.getByText('No linked accounts.').waitFor()
  await card.getByRole('button', { name: `Link account ${like.login}` }).click()
  await dialog.getByRole('button', { name: 'Link', exact: true }).click()
  await page.getByText(`Account ${like.login} linked`).waitFor()
  await card.getByRole('button', { name: 'Link…' }).click()
  await dialog.getByLabel('Login of the other account').fill(String(other.login))
  await dialog.getByRole('button', { name: 'Link', exact: true }).click()
  await card.getByRole('button', { name: `Unlink account ${other.login}` }).waitFor()
  const linked = () => server.done(`GET /admin/v1/accounts/${login}/clients`)
  t.same((await linked())['logins'], [other.login, like.login])
  await card.getByRole('button', { name: `Unlink account ${other.login}` }).click()
  await dialog.getByRole('button', { name: 'Unlink', exact: true }).click()
  await page.getByText(`Account ${other.login} unlinked`).waitFor()
  t.same((await linked())['logins'], [like.login])
  t.same(errors(faults.said), [])
})

t.test('a table is previewed, imported once, and saved with its passwords', async (t) => {
  const set = await own(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const { page, faults } = await visit('/desk/accounts')
  await page.getByRole('button', { name: 'Import…' }).click()
  const rows = ['group;name;email', 'demo\\standard;Eve;eve@example.com', 'demo\\nowhere;Flo;']
  await page.getByLabel('or paste the table here').fill([...rows, '', ';Gus;'].join('\n'))
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('To be opened: 1').waitFor()
  await page.getByText('Error: 2').waitFor()
  t.same(
    await page.locator('tbody tr td:first-child').allTextContents(),
    ['3', '5', '2'],
    'errors come first, each with its own line',
  )
  await page.getByRole('button', { name: 'Open 1 account' }).click()
  await page.getByText('Save the list now.').waitFor()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save list with passwords' }).click()
  const file = await readFile(await (await saving).path(), 'utf8')
  const made = file.split('\r\n').find((line) => line.includes('created'))
  const [, , login = '', , master = ''] = made?.split(',') ?? []
  t.match(await signIn(server, Number(login), master), { status: 200 })
  t.match(await server.done('GET /admin/v1/accounts?email=eve@example.com'), { total: 1 })
  t.same(errors(faults.said), [])
})

t.test('report lines give a colleague their reports', async (t) => {
  const set = await own(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server, visit } = set
  const config = await server.done('POST /admin/v1/reports/configs', {
    name: 'Finance\\Deals',
    module: 'deals',
  })
  t.ok(config['id'])
  const person = await hired(server, ['reports', 'accounts.view', 'trades.view'])
  const { page, faults } = await visit(`/desk/staff/${person.login}`)
  const card = page.locator('.desk-card')
  await card.getByRole('button', { name: 'Add report line' }).click()
  t.equal(await card.getByRole('button', { name: 'Save report lines' }).isDisabled(), true)
  await card.getByLabel('Report (name or mask with *)').fill('finance\\*')
  await card.getByText(/^Covers 1 of \d+ reports that you see: Finance\\Deals$/).waitFor()
  await card.getByRole('button', { name: 'Save report lines' }).click()
  await page.getByText('Report lines saved').waitFor()
  const theirs = await openDesk(browser, server, '/desk/reports', person)
  await theirs.page
    .getByText(/Finance.*Deals/)
    .first()
    .waitFor()
  t.same(errors([...faults.said, ...theirs.faults.said]), [])
})
