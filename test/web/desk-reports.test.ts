import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import t from 'tap'
import { hired, openDesk } from '../given/desk-pages.js'
import type { WholeServer } from '../given/fronts/whole-server.js'
import { sharedTerminal } from '../given/terminal.js'

// The desk's reports: asked for, under way, looked at by pages, saved, run again, and at set times.

t.setTimeout(480_000)
const shared = sharedTerminal
const JOBS = '/admin/v1/reports/jobs'
const PLACE = '/desk/reports'

/** An account with some payments, so that reports of money have rows. */
async function paid(server: WholeServer): Promise<number> {
  const { login } = await server.account()
  for (const [action, amount] of [
    ['withdraw', '120.50'],
    ['credit_in', '70.00'],
    ['correction', '-3.25'],
  ]) {
    const body = { action, amount, request_id: randomUUID() }
    await server.done(`POST /admin/v1/accounts/${login}/balance`, body)
  }
  // A report is of all that was done: until the tables have it nothing is run.
  await server.until(`GET /admin/v1/deals?login=${login}`, ({ data }) => data.total === 4)
  return login
}

async function configured(server: WholeServer, name: string, fields: object): Promise<number> {
  return Number((await server.done('POST /admin/v1/reports/configs', { name, ...fields }))['id'])
}

/** A report that is done already. */
async function ran(server: WholeServer, body: object): Promise<number> {
  const { id } = await server.done(`POST ${JOBS}`, { format: 'json', ...body })
  return over(server, Number(id))
}

/** The thread of jobs gives way to everything else: on a busy machine it takes longer than a page is waited for. */
async function over(server: WholeServer, id: number): Promise<number> {
  await server.until(`GET ${JOBS}/${id}`, ({ data }) => data.state === 'done')
  return id
}

/** The number of the result that is open, once it is done. */
async function openJob(page: Page, server: WholeServer): Promise<number> {
  await page.waitForURL(/jobs\/\d+$/)
  return over(server, Number(new URL(page.url()).pathname.split('/').at(-1)))
}

const run = (page: Page) => page.getByRole('button', { name: 'Run the report' })

t.test('a report is asked for, looked at, saved as it stands, and run for last week', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const login = await paid(server)
  const params = { groups: 'demo\\*' }
  await configured(server, 'Desk\\Money', { module: 'balance_operations', params })
  const { page, faults } = await visit('/desk')
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await page.getByRole('row', { name: /Desk › Money/ }).click()
  await page.getByLabel('Groups').fill('demo\\st*')
  await page.getByText('matches 1: demo\\standard').waitFor()
  await page.getByLabel('Logins').fill(`${login}, x`)
  await run(page).click()
  await page.locator('[data-path="logins"] .wrong').waitFor()
  await page.getByLabel('Logins').fill(String(login))
  await run(page).click()
  const id = await openJob(page, server)
  await page.getByText('Rows: 4').waitFor()
  const { data } = await server.ask(`GET ${JOBS}/${id}`)
  t.match(data, { name: 'Desk\\Money', format: 'json', params: { logins: [login] } })
  const row = page.getByRole('grid', { name: 'Rows' }).getByRole('row', { name: /Withdrawal/ })
  await row.waitFor()
  t.match(await row.textContent(), /−120\.50/, 'the digits of the server')
  const totals = page.getByRole('table', { name: 'Totals' })
  t.match(await totals.getByRole('row', { name: /Deposit/ }).textContent(), /100,000\.00/)
  await page.getByRole('img', { name: /^Amount by day, USD/ }).waitFor()

  // Paid meanwhile: the file has the rows that are looked at.
  await server.done(`POST /admin/v1/accounts/${login}/balance`, {
    action: 'deposit',
    amount: '1.00',
    request_id: randomUUID(),
  })
  const saved = page.waitForEvent('download', { timeout: 180_000 })
  await page.getByRole('button', { name: 'Create CSV' }).click()
  const file = await saved
  t.match(file.suggestedFilename(), /^balance_operations-\d+\.csv$/)
  const lines = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  t.equal(lines.length, 5)
  // It is there after a reload, too.
  await page.reload()
  await page.getByRole('link', { name: 'Save CSV' }).waitFor()

  await page.getByLabel('Days').selectOption('last_week')
  await page.getByRole('button', { name: 'Run again' }).click()
  await page.waitForURL((url) => !url.pathname.endsWith(`/${id}`))
  const again = (await server.ask(`GET ${JOBS}/${await openJob(page, server)}`)).data
  await page.getByText('The report has no rows. Change the period or the groups.').waitFor()
  const days = Date.parse(again.params.to) - Date.parse(again.params.from)
  t.equal(days, 6 * 86_400_000)
  t.equal(new Date(again.params.from).getUTCDay(), 1)
  t.same(
    faults.said.filter((line) => !line.includes('400')),
    [],
  )
})

t.test(
  'no answer: the same press runs it once; another device finds it, and deletes it',
  async (t) => {
    const set = await shared(t)
    if (set === undefined) return t.comment('no chromium here: left out')
    const { browser, server, visit } = set
    await paid(server)
    const { page, faults } = await visit(`${PLACE}/run/daily`)
    const before = (await server.ask(`GET ${JOBS}`)).data.total
    let isLost = true
    await page.route(`**${JOBS}`, async (route) => {
      if (route.request().method() !== 'POST' || !isLost) return route.fallback()
      isLost = false
      await route.fetch()
      await route.abort()
    })
    await run(page).click()
    await page.getByText(/^No answer arrived/).waitFor()
    t.equal(await page.getByLabel('Days').isDisabled(), true, 'nothing of it can be changed')
    await run(page).click()
    const id = await openJob(page, server)
    t.equal((await server.ask(`GET ${JOBS}`)).data.total, before + 1)
    await page.getByText('Done', { exact: true }).waitFor()

    const other = await openDesk(browser, server, `${PLACE}/jobs`)
    await other.page.getByRole('row', { name: new RegExp(`^${id} `) }).click()
    await other.page.getByRole('button', { name: 'Delete…' }).click()
    await other.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await other.page.getByText(`Result ${id} deleted`).waitFor()
    await page.reload()
    await page.getByText(/^This result no longer exists/).waitFor()
    const isOwn = (line: string) => !/ERR_FAILED|404/.test(line)
    t.same([...faults.said, ...other.faults.said].filter(isOwn), [])
  },
)

t.test('one under way is left, found again and cancelled; one that failed says why', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const id = await ran(server, { module: 'deals' })
  const { page, faults } = await visit(PLACE)
  const told = { state: 'running', rows: 1200, error: '', finished_at: null, sections: [] }
  let now: object = told
  let cancels = 0
  await page.route(`**${JOBS}/${id}`, async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, ...now } } })
  })
  await page.route(`**${JOBS}/${id}/cancel`, (route) => {
    cancels++
    now = { ...told, state: 'cancelled' }
    return route.fulfill({ json: { success: true, code: 'ok', message: '', data: null } })
  })
  await page.getByRole('button', { name: 'Results' }).click()
  await page.getByRole('row', { name: new RegExp(`^${id} `) }).click()
  await page.getByText(/^1,200 rows so far/).waitFor()
  await page.getByRole('link', { name: '← All results' }).click()
  await page.goBack()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText(/^The report was cancelled/).waitFor()
  t.equal(cancels, 1)
  now = { ...told, state: 'failed', error: 'The disk is nearly full: free some space.' }
  await page.reload()
  await page.getByRole('alert').getByText('The disk is nearly full').waitFor()
  await page.getByRole('button', { name: 'Run again' }).waitFor()
  t.same(faults.said, [])
})

t.test('a hundred thousand rows are read by pages, where somebody looks', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  await paid(server)
  const id = await ran(server, { module: 'balance_operations' })
  const ROWS = 100_000
  const { page, faults } = await visit(PLACE)
  const [first] = (await server.ask(`GET ${JOBS}/${id}/sections/0`)).data.rows
  const limits: number[] = []
  await page.route(`**${JOBS}/${id}`, async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    body.data.sections[0].row_count = ROWS
    await route.fulfill({ response: answer, json: body })
  })
  await page.route(`**${JOBS}/${id}/sections/0?*`, async (route) => {
    const { searchParams } = new URL(route.request().url())
    const [offset, limit] = [Number(searchParams.get('offset')), Number(searchParams.get('limit'))]
    limits.push(limit)
    const rows = Array.from({ length: limit }, (_, i) => [offset + i + 1, ...first.slice(1)])
    const data = { offset, rows, row_count: ROWS }
    await route.fulfill({ json: { success: true, code: 'ok', message: '', data } })
  })
  await page.getByRole('button', { name: 'Results' }).click()
  await page.getByRole('row', { name: new RegExp(`^${id} `) }).click()
  await page.getByText('Rows: 100,000').waitFor()
  const grid = page.getByRole('grid', { name: 'Rows' })
  await grid.getByRole('row', { name: /^1 / }).waitFor()
  await grid.focus()
  await page.keyboard.press('End')
  await grid.getByRole('row', { name: /^100000 / }).waitFor()
  t.ok((await grid.getByRole('row').count()) < 100, 'no more than a page of them is drawn')
  t.ok(limits.length < 8 && limits.every((limit) => limit <= 100), `asked for ${limits}`)
  await page.setViewportSize({ width: 400, height: 780 })
  t.same(faults.said, [])
})

t.test('a report runs by itself: made, changed over somebody else, and stopped', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const params = { period: 'last_week' }
  const config = await configured(server, 'Desk\\Weekly', { module: 'commissions', params })
  const { page, faults } = await visit(`${PLACE}/run/${config}`)
  await page.getByRole('button', { name: 'Schedule…' }).click()
  await page.getByLabel('E-mail to').fill('not an address')
  await page.getByLabel('At, server’s clock').fill('07:30')
  await page.getByRole('button', { name: 'Make the schedule' }).click()
  await page.locator('[data-path="email_to"] .wrong').waitFor()
  await page.getByLabel('E-mail to').fill('ib@example.com')
  await page.getByRole('button', { name: 'Make the schedule' }).click()
  await page.getByText('Schedule created.').waitFor()
  const row = page.getByRole('row', { name: /Desk › Weekly/ })
  t.match(await row.textContent(), /each Monday at 07:30.*Last week.*XLSX.*ib@example\.com/)
  const [made] = (await server.ask('GET /admin/v1/reports/schedules')).data
  t.match(made, { cron: '30 7 * * 1', format: 'xlsx', email_to: 'ib@example.com' })

  await row.click()
  await page.getByRole('button', { name: 'Stop…' }).waitFor()
  await server.done(`PATCH /admin/v1/reports/schedules/${made.id}`, {
    version: made.version,
    format: 'csv',
  })
  await page.getByLabel('Times', { exact: true }).last().selectOption('monthly')
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await page.getByText(/^Someone else has changed this schedule/).waitFor()
  await page.getByRole('row', { name: /CSV/ }).waitFor()
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await page.getByText('The schedule is saved.').waitFor()
  await page.getByRole('row', { name: /on day 1 of each month at 07:30/ }).waitFor()
  const [changed] = (await server.ask('GET /admin/v1/reports/schedules')).data
  t.match(changed, { cron: '30 7 1 * *', format: 'csv' })

  await page.getByRole('button', { name: 'Stop…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop it' }).click()
  await page.getByText('No scheduled reports.').waitFor()
  t.same((await server.ask('GET /admin/v1/reports/schedules')).data, [])
  const isOwn = (line: string) => !/400|409/.test(line)
  t.same(faults.said.filter(isOwn), [])
})

t.test('who may only look has no modules, no files and no schedules; in German', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server } = set
  await configured(server, 'Sales\\Deals', { module: 'deals' })
  await configured(server, 'Night\\Deals', { module: 'deals' })
  const who = await hired(server, ['reports'])
  const { login } = who
  const lines = [{ path: 'Sales\\*', view: true, export: false, depth_days: 30 }]
  const { version } = await server.done(`GET /admin/v1/staff/${login}/reports`)
  await server.done(`PUT /admin/v1/staff/${login}/reports`, { version, lines })
  const { page, faults } = await openDesk(browser, server, PLACE, {
    ...who,
    locale: 'de-DE',
  })
  await page.getByRole('row', { name: /Sales › Deals/ }).click()
  t.equal(await page.getByRole('row', { name: /Night|Standardbericht/ }).count(), 0)
  t.equal(await page.getByRole('button', { name: /Zeitpl/ }).count(), 0)
  await page.getByText(/^Tage in Serverzeit\. Wählen Sie .* oder später\.$/).waitFor()
  await page.getByRole('button', { name: 'Bericht starten' }).click()
  await openJob(page, server)
  await page.getByText('Sie können diesen Bericht ansehen, aber nicht speichern.').waitFor()
  t.equal(await page.getByRole('link', { name: /speichern/ }).count(), 0)
  t.same(faults.said, [])
})
