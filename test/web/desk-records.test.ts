import type { Page } from 'playwright-core'
import t from 'tap'
import { moment } from '../given/desk.js'
import { hired, openDesk } from '../given/desk-pages.js'
import { ownTerminal } from '../given/terminal.js'

// The desk's pages of records: what was done and by whom, who signs up, who is online, mail, staff, servers.

t.setTimeout(240_000)
const shared = ownTerminal(t)

/** The conditions of the page as its address has them. */
const asked = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

t.test(
  'the journal follows what is done, holds still while it is read, and leads on',
  async (t) => {
    const set = await shared(t)
    if (set === undefined) return t.comment('no chromium here: left out')
    const { server, visit } = set
    const { login } = await server.account()
    const { page, faults } = await visit(`/desk/journal?login=${login}`)
    await page.getByText(`Account ${login}: deposit 100,000.00 USD`).waitFor()

    await page
      .getByText(/^The hash chain is intact: the logs confirm it up to line \d+, since/)
      .waitFor()

    // A new line comes by itself, with what was and what is.
    await page.mouse.move(5, 500)
    await server.patch(`/admin/v1/accounts/${login}`, { city: 'Graz' })
    const line = page.locator('tr', { hasText: `Account ${login} was changed: city` })
    await line.waitFor()
    t.match(await line.locator('.changes').textContent(), /City– → Graz/)

    // While the pointer is among the lines nothing moves under it.
    await line.hover()
    const first = await page.locator('.line-text').first().textContent()
    await server.patch(`/admin/v1/accounts/${login}`, { city: 'Linz', comment: 'moved' })
    await page.getByRole('button', { name: '1 new line' }).waitFor()
    t.equal(await page.locator('.line-text').first().textContent(), first)
    await page.mouse.move(5, 500)
    await page
      .getByText(/Account \d+ was changed: city, comment|was changed: comment, city/)
      .waitFor()

    // What is no login is not asked for; a period is taken when its field is left.
    await page.getByLabel('By', { exact: true }).fill('1x')
    t.equal(await page.getByLabel('By', { exact: true }).getAttribute('aria-invalid'), 'true')
    t.same(asked(page), { login: String(login) })
    await page.getByLabel('By', { exact: true }).fill('')
    await page.getByLabel('Period').selectOption('own')
    await page.getByLabel(/^To/).fill('2020-01-01T00:00:00')
    t.same(asked(page), { login: String(login) })
    await page.getByLabel(/^To/).press('Enter')
    await page.getByText('No lines match. Remove a condition.').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()

    // By keys: a line opens in its place, and leads to the others of its record and to the record.
    await page.locator('.line-text').first().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Lines by the same user' }).waitFor()
    await page.getByRole('button', { name: 'Lines by the same user' }).click()
    await page.waitForURL(/actor=/)
    await page.getByLabel('Text', { exact: true }).fill('deposit 100,000.00')
    await page.waitForURL(/text=deposit/)
    await page
      .getByRole('link', { name: String(login), exact: true })
      .first()
      .click()
    await page.waitForURL(/accounts\/\d+$/)
    await page.goBack()
    await page.locator('table.journal').waitFor()
    t.same(faults.said, [])
  },
)

t.test(
  'an application is approved with another leverage, another one rejected with a kept reason',
  async (t) => {
    const set = await shared(t)
    if (set === undefined) return t.comment('no chromium here: left out')
    const { server, visit } = set
    const settings = await server.done('GET /admin/v1/settings')
    await server.done('PUT /admin/v1/settings', { ...settings, real: true, confirm_real: false })
    const mail = { name: 'Main', sender_email: 'desk@example.com', server: '127.0.0.1:1' }
    await server.done('POST /admin/v1/mail-servers', mail)
    await server.done('POST /admin/v1/account-allocations', { group_path: 'real\\standard' })
    const { login } = await server.account()
    await server.patch(`/admin/v1/accounts/${login}`, { email: 'BEN@trash.example' })
    for (const name of ['Ada Berg', 'Ben Carter']) {
      const email = name.startsWith('Ada') ? 'ada@example.com' : 'ben@trash.example'
      const form = { type: 'real', name, email, country: 'GB' }
      await server.ask('POST /trader/v1/register', {}, form)
    }
    const { page, faults } = await visit('/desk/applications')
    await page.getByRole('row', { name: /Ada Berg/ }).click()
    await page.waitForURL(/applications\/\d+$/)
    await page.getByRole('button', { name: 'Approve…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Leverage/).fill('1:50')
    t.equal(await dialog.getByRole('button', { name: 'Approve' }).isEnabled(), false)
    await dialog.getByLabel(/^Leverage/).fill('50')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await page.getByText(/^Application approved: account \d+ opened$/).waitFor()
    const { data } = await server.ask('GET /admin/v1/applications?state=approved')
    const [approved] = data.items
    const account = await server.done(`GET /admin/v1/accounts/${approved.login}`)
    t.match(account, { leverage: 50, group: approved.group })

    // Who may be the same person stands in the card, and is a way there.
    await page.getByRole('row', { name: /Ben Carter/ }).click()
    const like = page.getByRole('region', { name: 'Possibly the same person' })
    await like.getByRole('link', { name: `Account ${login}` }).waitFor()
    await like.getByText('same e-mail').waitFor()
    await like.getByRole('link', { name: /^Application/ }).waitFor()
    await like.getByText('same IP address').waitFor()
    await page.getByRole('button', { name: 'Reject…' }).click()
    t.equal(await dialog.getByRole('button', { name: 'Reject' }).isEnabled(), false)
    await dialog.getByRole('button', { name: 'A proof is missing.' }).click()
    await dialog.getByLabel('all e-mails of this domain: *@trash.example').check()
    // The settings are changed between the two requests: the mask is laid over that.
    const known = await server.done('GET /admin/v1/settings')
    await server.done('PUT /admin/v1/settings', { ...known, demo_deposit: '4321' })
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
    await page.getByText(/^Application \d+ rejected$/).waitFor()
    await page.getByText('No new applications.').waitFor()
    await page.getByRole('button', { name: 'Rejected' }).click()
    await page.getByRole('row', { name: /Ben Carter/ }).click()
    await page.getByText('This applicant is blocked from signing up:').waitFor()
    t.match(await server.done('GET /admin/v1/settings'), {
      demo_deposit: '4321',
      blocked_signups: [{ by: 'email', mask: '*@trash.example' }],
    })
    const form = { type: 'real', name: 'Cem Demir', email: 'cem@trash.example', country: 'GB' }
    t.match(await server.ask('POST /trader/v1/register', {}, form), { status: 403 })
    t.same(faults.said, [])
  },
)

t.test('fields of a person that the rights hide say so, and the settings warn of it', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server, visit } = set
  const settings = await server.done('GET /admin/v1/settings')
  await server.done('PUT /admin/v1/settings', { ...settings, real: true, confirm_real: false })
  const form = { type: 'real', name: 'Dora Ek', email: 'dora@example.com', country: 'GB' }
  await server.ask('POST /trader/v1/register', {}, form)
  const clerk = await hired(server, ['terminal.admin', 'applications', 'accounts.view'])
  const { page, faults } = await openDesk(browser, server, '/desk/applications', clerk)
  await page.getByText('1 application', { exact: true }).waitFor()
  const hidden = 'hidden from you'
  const row = page.getByRole('row').nth(1)
  await row.getByText(hidden).first().waitFor()
  t.equal(await row.getByText(hidden).count(), 4, 'name, e-mail, country and phone')
  await row.click()
  const facts = page.locator('.record-facts')
  await facts.getByText(hidden).first().waitFor()
  t.equal(await facts.getByText(hidden).count(), 6)
  const { login } = await server.account()
  await page.goto(`${server.origin}/desk/accounts/${login}/record`)
  await page.locator('.desk-facts').getByText(hidden).first().waitFor()
  await page.getByRole('row').nth(1).getByText(hidden).first().waitFor()
  t.same(faults.said, [])

  const admin = await visit(`/desk/staff/${clerk.login}`)
  const head = admin.page.locator('.desk-head')
  await head.getByText('Administrator (1)').waitFor()
  await head.getByText(/^Server time \d\d:\d\d:\d\d · lists in your time \(UTC\)$/).waitFor()
  await admin.page.getByText(/without seeing who applies: accounts\.name is missing/).waitFor()
  t.same(admin.faults.said, [])
})

t.test('who is online comes and goes by itself, and is signed out after a question', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const { page, faults } = await visit('/desk/online')
  await page
    .getByRole('row', { name: /managers/ })
    .first()
    .waitFor()
  const { login, headers } = await server.account()
  await page.mouse.move(5, 500)
  const row = page.getByRole('row', { name: new RegExp(`${login} `) })
  await row.waitFor()
  await page.getByLabel('Filter').fill(`${login} demo`)
  await page.waitForURL(/q=/)
  await page.getByText('Sessions: 1, accounts: 1').waitFor()
  await row.click()
  await page.getByRole('button', { name: 'End session…' }).click()
  t.equal(
    (await server.ask('GET /trader/v1/account', headers)).status,
    200,
    'a question ends nobody',
  )
  await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click()
  await page.getByText('This session has ended.').waitFor()
  await page.getByText('No sessions match.').waitFor()
  t.equal((await server.ask('GET /trader/v1/account', headers)).status, 401)
  t.same(faults.said, [])
})

t.test(
  'mail is read and answered, and goes to the groups that a mask meets after their count',
  async (t) => {
    const set = await shared(t)
    if (set === undefined) return t.comment('no chromium here: left out')
    const { server, visit } = set
    const { login, headers } = await server.account()
    const { page, faults } = await visit('/desk/mail')
    await page.getByText('No messages received yet.').waitFor()
    const question = { to: 1, subject: 'A question', body: 'When does trading end?' }
    t.equal((await server.ask('POST /trader/v1/mail', headers, question)).status, 200)
    await page.getByRole('row', { name: /A question/ }).click()
    await page.getByText('When does trading end?').waitFor()
    await page.getByRole('button', { name: 'Reply' }).click()
    t.equal(await page.getByLabel('Subject').inputValue(), 'Re: A question')
    await page.getByLabel('Text', { exact: true }).fill('At ten, {{name}}.')
    // What was written outlives a reload.
    await page.reload()
    t.equal(await page.getByLabel('Text', { exact: true }).inputValue(), 'At ten, {{name}}.')
    await page.getByRole('button', { name: `Send to ${login}` }).click()
    await page.getByText('Sent to 1 account').waitFor()
    const { data } = await server.ask('GET /trader/v1/mail', headers)
    t.match(data.items[0], { subject: 'Re: A question', body: 'At ten, Ada.' })
    // The sender sees that it has come, and that it is read.
    const { id } = data.items[0] as { id: number }
    await page.goto(`${server.origin}/desk/mail?folder=sent`)
    await page.getByRole('row', { name: /Re: A question/ }).click()
    await page.getByText('In 1 mailbox · read by 0').waitFor()
    t.equal((await server.ask(`GET /trader/v1/mail/${id}`, headers)).status, 200)
    await page.getByText('In 1 mailbox · read by 1').waitFor()
    await page.goto(`${server.origin}/desk/mail`)

    await page.getByRole('button', { name: 'New message', exact: true }).click()
    await page.getByLabel(/^Logins/).pressSequentially('12, x')
    t.equal(await page.getByLabel(/^Logins/).inputValue(), '12, x', 'the focus stays')
    await page.getByText('Enter logins (numbers), separated by commas.').waitFor()
    await page.getByRole('button', { name: 'Groups' }).click()
    await page.getByLabel(/^Mask/).fill('demo')
    await page.getByText('No group in your scope matches.').waitFor()
    await page.getByLabel(/^Mask/).fill('demo\\st*')
    await page.getByText(/1 group: demo.standard/).waitFor()
    await page.getByText(/\d+ accounts? receives? it\./).waitFor()
    await page.getByLabel('Subject').fill('News for {{login}}')
    await page.getByLabel('Text', { exact: true }).fill('Dear {{name}}, {{nobody}}')
    // A template is inserted into a later message and replaces nothing that is typed.
    const templates = page.getByRole('button', { name: 'Templates', exact: true })
    await templates.click()
    await page.getByRole('button', { name: 'Save as template…' }).click()
    await page.getByLabel('Name of the template').fill('Welcome')
    await page.getByRole('button', { name: 'Save template' }).click()
    await page.getByText('Template saved: Welcome').waitFor()
    await page.getByLabel('Subject').fill('Typed')
    await page.getByLabel('Text', { exact: true }).fill('Typed. ')
    await templates.click()
    await page.getByRole('button', { name: 'Welcome', exact: true }).click()
    t.equal(await page.getByLabel('Subject').inputValue(), 'Typed')
    t.equal(
      await page.getByLabel('Text', { exact: true }).inputValue(),
      'Typed. Dear {{name}}, {{nobody}}',
    )
    await page.getByLabel('Subject').fill('')
    await page.getByLabel('Text', { exact: true }).fill('')
    await templates.click()
    await page.getByRole('button', { name: 'Welcome', exact: true }).click()
    t.equal(await page.getByLabel('Subject').inputValue(), 'News for {{login}}')
    await page.getByRole('button', { name: 'Preview as recipient' }).click()
    const read = page.getByRole('region', { name: 'Message as a recipient reads it' })
    await page.getByLabel(/^Login of a recipient/).fill(String(login))
    await read.getByRole('heading', { name: `News for ${login}` }).waitFor()
    await read.getByText('Dear Ada, {{nobody}}').waitFor()
    // Who gets no such mail cannot read it.
    await page.getByLabel(/^Login of a recipient/).fill('1')
    await page.getByRole('alert').waitFor()
    await page.getByLabel(/^Login of a recipient/).fill('')
    await read.getByText(/^Read by \d+$/).waitFor()
    await page.getByRole('button', { name: /^Send to demo/ }).click()
    await page
      .getByRole('dialog')
      .getByText(/\d+ accounts? receives? it\./)
      .waitFor()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Send to demo/ })
      .click()
    await page.getByText(/^Sent to \d+ account/).waitFor()
    t.same(
      faults.said.filter((line) => !line.includes('400')),
      [],
    )
  },
)

t.test('two devices save templates at once: none is lost, and then no more fit', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const path = '/admin/v1/me/preferences'
  const stored = async () => {
    const { content } = await server.done(`GET ${path}`)
    return (content as Record<string, { name: string }[]>)['mail.templates'] ?? []
  }
  const put = async (names: readonly string[]) => {
    const { version, content } = await server.done(`GET ${path}`)
    const templates = names.map((name) => ({ name, subject: name, body: '' }))
    const changed = { ...(content as object), 'mail.templates': templates }
    await server.done(`PUT ${path}`, { expected_version: version, content: changed })
  }
  const eleven = Array.from({ length: 11 }, (_, n) => `T${n + 10}`)
  await put(eleven)
  const { page, faults } = await visit('/desk/mail')
  await page.getByRole('button', { name: 'New message', exact: true }).click()
  await page.getByLabel('Subject').fill('News')
  const save = async (name: string) => {
    await page.getByRole('button', { name: 'Templates', exact: true }).click()
    await page.getByRole('button', { name: 'Save as template…' }).click()
    await page.getByLabel('Name of the template').fill(name)
  }
  await save('Mine')
  await put([...eleven, 'Theirs'])
  await page.getByRole('button', { name: 'Save template' }).click()
  while ((await stored()).length < 13) await moment()
  t.same(
    (await stored()).map(({ name }) => name),
    ['Mine', ...eleven, 'Theirs'],
  )
  await save('More')
  await page.getByText('You have 13 templates. Delete one to save another.').waitFor()
  t.ok(await page.getByRole('button', { name: 'Save template' }).isDisabled())
  await put([])
  t.same(
    faults.said.filter((line) => !line.includes('409')),
    [],
  )
})

t.test(
  'a person is made with a template and a scope, and gives no more than they hold',
  async (t) => {
    const set = await shared(t)
    if (set === undefined) return t.comment('no chromium here: left out')
    const { browser, server, visit } = set
    const { page, faults } = await visit('/desk/staff')
    await page.getByRole('button', { name: 'New staff user' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Dora')
    await page.getByRole('button', { name: 'Support' }).click()
    for (const area of ['Settings', 'Clients and messages']) {
      const shut = page.locator('details:not([open]) > summary', { hasText: area })
      if ((await shut.count()) > 0) await shut.click()
    }
    await page.getByLabel(/Manage staff|config.staff/).check()
    t.equal(await page.getByRole('button', { name: 'Create staff user' }).isEnabled(), false)
    await page.getByLabel(/^Groups whose/).fill('real\\*\n!real\\ecn')
    await page.getByText(/Matches \d of \d groups in your scope:/).waitFor()
    t.notMatch(await page.getByText(/^Matches \d/).textContent(), /ecn/)
    await page.getByRole('button', { name: 'Create staff user' }).click()
    const password = (await page.locator('code.once').textContent()) ?? ''
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await page.waitForURL(/staff\/\d+$/)
    const login = Number(new URL(page.url()).pathname.split('/').at(-1))
    const person = await server.done(`GET /admin/v1/staff/${login}`)
    t.match(person, { name: 'Dora', group_scope: ['real\\*', '!real\\ecn'] })
    t.ok((person['rights'] as string[]).includes('config.staff'))

    // Each right of the card names the others who have it.
    const line = page.locator('.who-else', { hasText: /^Also held by/ }).first()
    await line.locator('summary').click()
    t.match(await line.locator('li').first().textContent(), /^1 .*\*$/, 'the administrator')

    // The new one signs in with it: what they do not hold is not offered, and pages without a right are not there.
    const own = await openDesk(browser, server, '/desk/staff/new', { login, password })
    await own.page.locator('details.rights').first().waitFor()
    t.equal(await own.page.locator('.right', { hasText: 'config.staff' }).count(), 1)
    t.equal(await own.page.locator('.right', { hasText: 'config.groups' }).count(), 0)
    t.equal(await own.page.getByRole('link', { name: /^Applications/ }).count(), 0)

    // A draft stays over a change from elsewhere, and is saved over it.
    await page.getByLabel('Sender name in messages').fill('Support desk')
    await server.patch(`/admin/v1/staff/${login}`, { logs_months: 3, name: 'Dora Quist' })
    await page.getByRole('button', { name: 'Save 1 change' }).click()
    await page.getByText(/^Someone else has changed this/).waitFor()
    await page.getByRole('heading', { name: /Dora Quist/ }).waitFor()
    await page.getByRole('button', { name: 'Save 1 change' }).click()
    await page.getByText('Staff user saved').waitFor()
    t.match(await server.done(`GET /admin/v1/staff/${login}`), {
      mailbox_name: 'Support desk',
      logs_months: 3,
    })
    t.same([...faults.said.filter((line) => !line.includes('409')), ...own.faults.said], [])
  },
)

t.test(
  'servers tell how they are, and what they do in the hour; links by their rights',
  async (t) => {
    const set = await shared(t)
    if (set === undefined) return t.comment('no chromium here: left out')
    const { visit } = set
    const { page, faults } = await visit('/desk/servers')
    await page.locator('.badge').getByText('Ready', { exact: true }).waitFor()
    t.match(
      await page.getByText(/^Version/).textContent(),
      /^Version [\w.-]+$/,
      'no unknown commit',
    )
    await page.getByRole('table', { name: 'Connections: Datafeed' }).waitFor()
    await page.getByRole('button', { name: 'Trade server' }).click()
    await page.waitForURL(/servers\/trade$/)
    await page.getByText('Last hour').waitFor()
    await page.getByText(/^CPU/).waitFor()
    t.same(faults.said, [])
  },
)
