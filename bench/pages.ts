import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, CDPSession, Page } from 'playwright-core'
import type { StaffSession } from '../test/crash/server-process.js'
import { DESK, openBrowser } from '../test/given/browser.js'
import { fillDoor } from '../test/given/terminal.js'
import { freePort } from './free-port.js'
import { demoServer, thirtyRows } from './pages/market.js'
import { frames, MARKS, pressing, UNPACED } from './pages/page-scripts.js'

/**
 * The terminal in a browser, against the server as it is started: `node dist/bench/pages.js`. It tells how long a door,
 * a chart and an order take, and what prices in plenty do to frames and memory. Server and browser share the machine.
 */
const PASSWORD = 'Crash#2026ma'
const ROUNDS = 5
const ORDERS = 100
const SETTLED_MS = 20_000
const WATCHED_MS = 20_000
/** The settings of a device on which orders go at one press. */
const ONE_PRESS = `localStorage.setItem('openfloor.settings', '{"oneClick":true,"volume":"0.01","language":"en"}')`
const SLOW_LINE = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 }
const SLOW_PROCESSOR = 4

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const share = (values: readonly number[], part: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}
const spread = (values: readonly number[], unit = 1): string =>
  [0, 0.5, 1].map((part) => (share(values, part) / unit).toFixed(2)).join(' / ')
const say = (text: string): void => console.log(`${text} [load ${loadavg()[0]?.toFixed(1)}]`)

async function marked(page: Page, name: 'form' | 'chart'): Promise<number> {
  for (;;) {
    const at = await page.evaluate<number>(`globalThis.__marks?.${name} ?? -1`)
    if (at > 0) return at
    await pause(50)
  }
}

/** A visit with nothing kept: the door, and from its button to a chart with prices. */
async function visit(browser: Browser, origin: string, login: number, isSlow: boolean) {
  const context = await browser.newContext({ viewport: DESK, locale: 'en-GB' })
  const page = await context.newPage()
  await page.addInitScript(MARKS)
  if (isSlow) {
    const tools = await context.newCDPSession(page)
    await tools.send('Network.enable')
    await tools.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_LINE })
    await tools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PROCESSOR })
  }
  await page.goto(origin)
  const form = await marked(page, 'form')
  await page.evaluate(
    `document.addEventListener('submit', () => { globalThis.__sent = performance.now() }, true)`,
  )
  await fillDoor(page, login, PASSWORD)
  const chart = await marked(page, 'chart')
  const sent = await page.evaluate<number>('globalThis.__sent')
  await context.close()
  return { form, chart: chart - sent }
}

async function visits(browser: Browser, origin: string, login: number): Promise<void> {
  for (const isSlow of [false, true]) {
    const all: { form: number; chart: number }[] = []
    for (let i = 0; i < ROUNDS; i++) all.push(await visit(browser, origin, login, isSlow))
    const line = isSlow ? '1.6 Mbit/s, 150 ms, a quarter of the processor' : 'this machine'
    const form = all.map((one) => one.form)
    const chart = all.map((one) => one.chart)
    say(`${line}, least / median / most of ${ROUNDS}:`)
    say(`  nothing kept -> the door: ${spread(form, 1000)} s`)
    say(`  sign-in -> a chart with prices: ${spread(chart, 1000)} s`)
  }
}

async function terminal(browser: Browser, origin: string, login: number, scripts: string[]) {
  const context = await browser.newContext({ viewport: DESK, locale: 'en-GB' })
  const page = await context.newPage()
  for (const script of [MARKS, ONE_PRESS, ...scripts]) await page.addInitScript(script)
  await page.goto(origin)
  await fillDoor(page, login, PASSWORD)
  await page.locator('.deal.fill-buy:enabled').waitFor()
  const tools = await context.newCDPSession(page)
  await tools.send('Performance.enable')
  return { context, page, tools }
}

async function metrics(tools: CDPSession): Promise<Record<string, number>> {
  const { metrics: all } = await tools.send('Performance.getMetrics')
  return Object.fromEntries(all.map(({ name, value }) => [name, value]))
}

async function orders(browser: Browser, origin: string, login: number): Promise<void> {
  const { context, page } = await terminal(browser, origin, login, [])
  const took = await page.evaluate<number[]>(pressing(ORDERS))
  const at = (part: number) => share(took, part).toFixed(0)
  say(`${took.length} orders, press -> painted: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`)
  await context.close()
}

/** Quotes that the page receives per second. */
async function counted(page: Page): Promise<() => number> {
  let count = 0
  const tools = await page.context().newCDPSession(page)
  await tools.send('Network.enable')
  tools.on('Network.webSocketFrameReceived', ({ response }) => {
    if (response.payloadData.startsWith('{"event":"quote"')) count++
  })
  return () => count
}

async function watching(browser: Browser, origin: string, login: number, isPaced: boolean) {
  const scripts = isPaced ? [] : [UNPACED]
  const { context, page, tools } = await terminal(browser, origin, login, scripts)
  await page.locator('.watch tbody tr').nth(29).waitFor()
  await pause(3_000)
  const before = await metrics(tools)
  const begun = performance.now()
  const { drawn, missed } = await page.evaluate<{ drawn: number; missed: number }>(
    frames(WATCHED_MS),
  )
  const after = await metrics(tools)
  const seconds = (performance.now() - begun) / 1000
  const busy = ((after['TaskDuration'] ?? 0) - (before['TaskDuration'] ?? 0)) / seconds
  const count = await counted(page)
  await pause(5_000)
  const lost = ((100 * missed) / (drawn + missed)).toFixed(1)
  const what = `${(count() / 5).toFixed(0)} quotes/s on 30 rows and a chart${isPaced ? ', as the page asks for them' : ''}`
  say(`${what}: ${lost} % of frames dropped, main thread ${(100 * busy).toFixed(0)} % of a core`)
  await context.close()
}

/** The growth of memory during a minute of prices and thirty orders. */
async function growth(browser: Browser, origin: string, login: number): Promise<void> {
  const { context, page, tools } = await terminal(browser, origin, login, [UNPACED])
  const look = async () => {
    for (let i = 0; i < 3; i++) await tools.send('HeapProfiler.collectGarbage')
    const { JSHeapUsedSize = 0, Nodes = 0, JSEventListeners = 0 } = await metrics(tools)
    return `${(JSHeapUsedSize / 1e6).toFixed(2)} MB, ${Nodes} nodes, ${JSEventListeners} listeners`
  }
  const minute = async () => {
    const begun = performance.now()
    await page.evaluate(pressing(30))
    await pause(Math.max(0, 60_000 - (performance.now() - begun)))
  }
  // Panels that are loaded at their first use, and notes that are shown for a while, are there before.
  await page.evaluate(pressing(4))
  await pause(SETTLED_MS)
  const marks = [await look()]
  for (let i = 0; i < 2; i++) {
    await minute()
    marks.push(await look())
  }
  say(`20 s -> 80 s -> 140 s, all quotes and thirty orders a minute: ${marks.join(' -> ')}`)
  await context.close()
}

const WORKS: Readonly<
  Record<string, (browser: Browser, origin: string, login: number) => Promise<void>>
> = {
  visits,
  orders,
  watching: async (...given) => {
    await watching(...given, true)
    await watching(...given, false)
  },
  growth,
}

const ends: (() => unknown)[] = []
const dataDir = mkdtempSync(join(tmpdir(), 'openfloor-pages-'))
ends.push(() => rmSync(dataDir, { recursive: true, force: true }))
try {
  const browser = await openBrowser({ teardown: (run) => ends.unshift(run) })
  if (browser === undefined) throw new Error('there is no Chromium on this machine')
  const env = { PORT: String(await freePort()), DEMO_TICKS_PER_SEC: process.argv[3] ?? '1300' }
  const server = await demoServer({ dataDir, env })
  ends.unshift(() => server.terminate())
  const staff: StaffSession = await server.signInStaff()
  const login = await server.openAccount(staff, 'demo\\standard', '100000.00')
  await thirtyRows(server, staff, login)
  const wanted = (process.argv[2] ?? Object.keys(WORKS).join()).split(',')
  for (const name of wanted) await WORKS[name]?.(browser, `http://127.0.0.1:${server.port}`, login)
} finally {
  for (const end of ends) await end()
}
