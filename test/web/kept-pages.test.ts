import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { accessFaultsInBoth, openPage } from '../given/browser.js'
import { moment } from '../given/desk.js'
import type { Headers, WholeServer } from '../given/fronts/whole-server.js'
import { sharedTerminal } from '../given/terminal.js'

// Reports and statements as those who get them open them: a file on a disk, in a browser that has no server.

const JOBS = '/admin/v1/reports/jobs'

t.setTimeout(180_000)

/** Deposits and withdrawals whose texts are in another order than their amounts. */
const PAID = [
  ['deposit', '9.00', 'Coupon'],
  ['deposit', '1000.50', ''],
  ['withdraw', '200.25', 'By card'],
] as const

/** As they are printed. */
const [MOST, MORE, LESS] = ['100,000.00', '1,000.50', '\u2212200.25']

const shared = sharedTerminal
let paid: ReturnType<typeof payments> | undefined

async function given(test: Test) {
  const set = await shared(test)
  if (set === undefined) return undefined
  paid ??= payments(set.server)
  return { ...set, ...(await paid) }
}

async function payments(server: WholeServer) {
  const { login, headers } = await server.account()
  for (const [action, amount, comment] of PAID) {
    const body = { action, amount, comment, request_id: randomUUID() }
    await server.done(`POST /admin/v1/accounts/${login}/balance`, body)
  }
  return { login, trader: headers }
}

async function textOf(server: WholeServer, path: string, headers: Headers): Promise<string> {
  const answer = await fetch(`${server.origin}${path}`, { headers })
  if (answer.status !== 200) throw new Error(await answer.text())
  return answer.text()
}

async function report(server: WholeServer, params: object): Promise<string> {
  const body = { module: 'balance_operations', format: 'html', params }
  const { id } = await server.done(`POST ${JOBS}`, body)
  while ((await server.done(`GET ${JOBS}/${id}`))['state'] !== 'done') await moment()
  return textOf(server, `${JOBS}/${id}/download`, server.staff)
}

/** The file is opened, and nothing may be asked for beside it. */
async function opened(t: Test, browser: Browser, html: string, options: object = {}) {
  const file = join(t.testdir(), 'page.html')
  writeFileSync(file, html)
  const { page, faults } = await openPage(browser, options)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const url = pathToFileURL(file).href
  await page.goto(url)
  return {
    page,
    isQuiet() {
      t.same(faults.said, [], 'its policy lets everything of its own through')
      t.same(asked, [url], 'it asks for nothing')
    },
  }
}

async function column(page: Page, table: string, head: string): Promise<string[]> {
  const region = page.getByRole('region', { name: table, exact: true })
  const place = (await region.locator('thead th').allTextContents()).indexOf(head)
  return region.locator(`tbody td:nth-child(${place + 1})`).allTextContents()
}

t.test('a report is sorted by clicks and by keys, numbers as numbers', async (t) => {
  const set = await given(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server, login } = set
  const { page, isQuiet } = await opened(t, browser, await report(server, { login }))
  const head = (name: string) => page.getByRole('columnheader', { name, exact: true })
  const amounts = () => column(page, 'Balance operations', 'Amount')
  const asMade = [MOST, '9.00', MORE, LESS]
  t.same(await amounts(), asMade)
  const amount = head('Amount').getByRole('button')
  await amount.click()
  t.same(await amounts(), [LESS, '9.00', MORE, MOST])
  t.equal(await head('Amount').getAttribute('aria-sort'), 'ascending')
  await page.keyboard.press('Enter')
  t.same(await amounts(), [MOST, MORE, '9.00', LESS])
  t.equal(await head('Amount').getAttribute('aria-sort'), 'descending')
  await page.keyboard.press(' ')
  t.same(await amounts(), asMade, 'the third time as they came')
  const comment = head('Comment').getByRole('button')
  await comment.focus()
  for (const order of [
    ['By card', 'Coupon'],
    ['Coupon', 'By card'],
  ]) {
    await page.keyboard.press('Enter')
    t.same(await column(page, 'Balance operations', 'Comment'), [...order, '', ''])
  }
  t.equal(await page.locator('[aria-sort]').count(), 1)
  t.same(await accessFaultsInBoth(page), [])
  isQuiet()
})

t.test('totals and charts stand above the rows, on a screen and on paper', async (t) => {
  const set = await given(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server, login } = set
  const { page, isQuiet } = await opened(t, browser, await report(server, { login }))
  const top = async (of: string): Promise<number> =>
    (await page.locator(of).first().boundingBox())?.y ?? Number.NaN
  for (const media of ['screen', 'print'] as const) {
    await page.emulateMedia({ media })
    const places = [await top('h1'), await top('figure'), await top('.rows table')]
    t.same(
      places,
      places.toSorted((a, b) => a - b),
      media,
    )
  }
  t.match(await page.locator('figcaption').allTextContents(), [/^Amount by day USD/])
  t.match(await page.locator('.sums').textContent(), /USD, deposit.*USD, withdraw/)
  const printed = await page.pdf({ preferCSSPageSize: true })
  t.equal(printed.subarray(0, 5).toString('latin1'), '%PDF-')
  isQuiet()
})

t.test('without a script a page is all there, and one without rows says so', async (t) => {
  const set = await given(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server, login } = set
  const plain = { javaScriptEnabled: false }
  const { page, isQuiet } = await opened(t, browser, await report(server, { login }), plain)
  t.equal(await page.getByRole('row').filter({ hasText: 'Coupon' }).count(), 1)
  t.equal(await page.getByRole('button').count(), 0, 'nothing that would do nothing')
  const none = await report(server, { login, to: '2001-01-01' })
  const empty = await openPage(browser)
  await empty.page.setContent(none)
  await empty.page.getByText('The report has no rows. Change the period or the groups.').waitFor()
  t.same(await accessFaultsInBoth(empty.page), [])
  isQuiet()
})

t.test('a statement is sorted, too, and its sums stay below', async (t) => {
  const set = await given(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server, trader } = set
  const html = await textOf(server, '/trader/v1/statement', trader)
  const { page, isQuiet } = await opened(t, browser, html, { colorScheme: 'dark' })
  const deals = page.getByRole('region', { name: 'Deals' })
  await deals.getByRole('button', { name: 'Profit' }).click()
  t.same(await column(page, 'Deals', 'Profit'), [LESS, '9.00', MORE, MOST])
  t.match(await deals.locator('tr').last().textContent(), /^Total100,809\.25/)
  t.same(await accessFaultsInBoth(page), [])
  isQuiet()
})
