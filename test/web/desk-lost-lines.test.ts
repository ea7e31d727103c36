import type { Page } from 'playwright-core'
import t from 'tap'
import { verifyAll } from '../crash/audit.js'
import { pause, type ServerProcess, type StaffSession } from '../crash/server-process.js'
import { openBrowser } from '../given/browser.js'
import { openDesk, typeCode } from '../given/desk-pages.js'
import { atSameAddress } from '../given/same-address.js'

// A server that is killed in the middle of acts on many which were begun at the desk: once it is back the page goes on by
// itself, nothing is done twice, and the page says what became of each.

const TRADES = 60
const LOOK_MS = 2

t.setTimeout(240_000)

t.test('killed in a bulk close and in corrections, each is done once and told of', async (t) => {
  const browser = await openBrowser(t)
  if (browser === undefined) return t.comment('no chromium here: left out')
  const start = await atSameAddress(t)
  let server = await start()
  t.teardown(() => server.kill())
  let staff = await server.signInStaff()
  const login = await server.openAccount(staff, 'demo\\standard', '100000.00')
  const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' }
  for (let n = 0; n < TRADES; n++) {
    await server.sure(`POST /admin/v1/accounts/${login}/trade`, staff, open)
  }
  const total = async (what: string) => {
    for (;;) {
      const fence = `${what}&min_projection_seq=${(await server.health()).body.seq}`
      const { data } = await server.ask<Counted>(fence, staff)
      if (data.consistency === 'current') return data.total
    }
  }
  await total(`GET /admin/v1/positions?login=${login}`)
  const origin = `http://127.0.0.1:${server.port}`
  const place = `/desk/positions?login=${login}`
  const { page, faults } = await openDesk(browser, { origin }, place, {
    password: server.adminPassword,
  })
  page.setDefaultTimeout(60_000)

  /** Presses what begins it, kills the server once some of it is on disk, and starts it again. */
  const cut = async (act: string): Promise<void> => {
    const begun = Number((await server.health()).body.seq)
    await page.getByRole('dialog').getByRole('button', { name: act }).click({ noWaitAfter: true })
    while (Number((await server.health()).body.seq) < begun + TRADES / 6) await pause(LOOK_MS)
    await server.kill()
    await page.locator('.state.lost').waitFor()
    server = await start()
    staff = await server.signInStaff()
  }
  const over = async (): Promise<void> => {
    await page.locator('.state.live').waitFor()
    await page.getByText(`${TRADES} done · 0 refused · 0 left`).waitFor()
  }

  await chooseAll(page, 'Positions', `${TRADES} positions`)
  await page.getByRole('button', { name: 'Close…' }).click()
  await page.getByRole('dialog').getByText(`Number: ${TRADES} ·`).waitFor()
  await typeCode(page.getByRole('dialog'))
  await cut(`Close ${TRADES}`)
  await over()
  t.equal(await total(`GET /admin/v1/positions?login=${login}`), 0)
  t.equal(await total(`GET /admin/v1/positions/closed?login=${login}`), TRADES)
  t.equal(await total(`GET /admin/v1/deals?login=${login}`), 1 + 2 * TRADES, 'each once')

  await page.goto(`${origin}/desk/deals?login=${login}&symbol=EURUSD`)
  await chooseAll(page, 'Deals', `${2 * TRADES} deals`)
  await page.getByRole('button', { name: 'Correct prices…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Price of buys/).fill('1.10000')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText(`Positions: ${TRADES} of ${TRADES}`).waitFor()
  await dialog.getByLabel('Reason, for the journal').fill('a spike')
  await typeCode(dialog)
  await cut(`Correct ${TRADES}`)
  await over()
  t.equal(await total(`GET /admin/v1/deals?login=${login}`), 1 + 3 * TRADES, 'booked once each')
  for (const kind of ['bulk_close', 'deal_corrections']) {
    t.equal(await linesOf(server, staff, kind), 1, `one line of ${kind}`)
  }
  t.equal((await server.terminate()).code, 0)
  t.same(await verifyAll(server.dataDir, 1), [])
  const lost = /ERR_CONNECTION|ERR_EMPTY|WebSocket|Failed to load resource/
  t.same(
    faults.said.filter((line) => !lost.test(line)),
    [],
  )
})

interface Counted {
  readonly total: number
  readonly consistency: string
}

async function chooseAll(page: Page, grid: string, count: string): Promise<void> {
  await page.getByText(count).waitFor()
  await page.getByRole('grid', { name: grid }).focus()
  await page.keyboard.press('Control+a')
}

async function linesOf(server: ServerProcess, staff: StaffSession, kind: string): Promise<number> {
  const { data } = await server.ask<Counted>(`GET /admin/v1/journal?kind=${kind}`, staff)
  return data.total
}
