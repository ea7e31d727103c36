import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, CDPSession, Page } from 'playwright-core'
import t from 'tap'
import { sqlitePath } from '../storage/paths.js'
import {
  ADMIN_PASSWORD,
  pause,
  ServerProcess,
  type StaffSession,
} from '../test/crash/server-process.js'
import { openBrowser } from '../test/given/browser.js'
import { openDesk } from '../test/given/desk-pages.js'
import { freePort } from './free-port.js'
import { DRAWN_SCRIPT, jumping } from './pages/desk-scripts.js'
import { SECRET_KEY, seedDirectory } from './prepared-data.js'
import { fillWindowAccounts } from './window-accounts.js'

/**
 * The desk in a browser, against the server as it is started with many accounts: `node dist/bench/desk-pages.js`, or with
 * the names of some works and the number of accounts behind it. Server and browser share the machine.
 */
const ACCOUNTS = Number(process.argv[3] ?? 100_000)
/** The number of accounts in the tables. */
const FIRST_LOGIN = 1_000
const JUMPS = 40
const FINDS = 20
const EVENTS = 15
const SOCKET_MS = 15_000
const GROWTH_MS = 60_000
const SETTLED_MS = 20_000

const share = (values: readonly number[], part: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}
const spread = (values: readonly number[]): string =>
  `p50 ${share(values, 0.5).toFixed(0)}, p95 ${share(values, 0.95).toFixed(0)} ms`
const kib = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KiB`
const say = (text: string): void => console.log(`${text} [load ${loadavg()[0]?.toFixed(1)}]`)

interface Ground {
  readonly browser: Browser
  readonly server: ServerProcess
  readonly staff: StaffSession
}

interface Opened {
  readonly page: Page
  readonly tools: CDPSession
  /** Requests and their bytes, and bytes of the socket, since the page was opened. */
  readonly heard: { requests: number; bytes: number; socket: number }
  close(): Promise<void>
}

async function opened({ browser, server }: Ground, place: string): Promise<Opened> {
  const heard = { requests: 0, bytes: 0, socket: 0 }
  let tools: CDPSession | undefined
  const { page } = await openDesk(browser, { origin: `http://127.0.0.1:${server.port}` }, place, {
    password: ADMIN_PASSWORD,
    prepare: async (fresh) => {
      tools = await fresh.context().newCDPSession(fresh)
      await tools.send('Network.enable')
      tools.on('Network.loadingFinished', ({ encodedDataLength }) => {
        heard.requests++
        heard.bytes += encodedDataLength
      })
      tools.on('Network.webSocketFrameReceived', ({ response }) => {
        heard.socket += response.payloadData.length
      })
      await fresh.addInitScript(DRAWN_SCRIPT)
    },
  })
  if (tools === undefined) throw new Error('the page has no tools')
  page.setDefaultTimeout(60_000)
  return { page, tools, heard, close: () => page.context().close() }
}

/**
 * The files of the build that are loaded with the desk, and with each of its parts when it is first
 * shown.
 */
async function scripts(): Promise<void> {
  const web = new URL('../web/', import.meta.url)
  const textOf = (file: string) => readFileSync(new URL(file, web), 'utf8')
  const named = (file: string, pattern: RegExp) =>
    [...textOf(file).matchAll(pattern)].flatMap((found) => found[1] ?? [])
  const withItself = (file: string, known = new Set<string>()): Set<string> => {
    if (known.has(file)) return known
    known.add(file)
    for (const one of named(file, /(?:from|import)"\.\/([^"]+\.js)"/g)) withItself(one, known)
    return known
  }
  const bytes = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + gzipSync(textOf(file)).length, 0)
  const first = withItself(/\/(desk-[^"/]+\.js)"/.exec(textOf('desk.html'))?.[1] ?? '')
  say(`scripts of the first load: ${kib(bytes(first))}`)
  const parts = new Set([...first].flatMap((file) => named(file, /import\("\.\/([^"]+\.js)"\)/g)))
  const more = [...parts].map((part) => {
    const own = [...withItself(part)].filter((file) => !first.has(file))
    return [part.replace(/-[^-]+$/, ''), bytes(own)] as const
  })
  for (const [name, size] of more.toSorted((one, other) => other[1] - one[1])) {
    say(`  ${name}: ${kib(size)} more`)
  }
}

async function jumps(ground: Ground): Promise<void> {
  const { page, heard, close } = await opened(ground, '/desk/accounts')
  await page.locator('.grid-row:not(.wanted)').first().waitFor()
  await page.evaluate(jumping(3))
  const before = { ...heard }
  const took = await page.evaluate<number[]>(jumping(JUMPS))
  const requests = heard.requests - before.requests
  const bytes = heard.bytes - before.bytes
  const each = `${(requests / JUMPS).toFixed(1)} requests and ${kib(bytes / JUMPS)} a jump`
  say(`grid of ${ACCOUNTS}, a jump to anywhere -> its rows drawn: ${spread(took)}, ${each}`)
  await close()
}

interface Drawn {
  readonly at: number
  readonly sinceTyped: number
}

/** Resolves when it is painted; begins to look at once. */
function drawn(page: Page, selector: string, text: string): Promise<Drawn> {
  const [where, what] = [JSON.stringify(selector), JSON.stringify(text)]
  return page.evaluate<Drawn>(`globalThis.__drawn(${where}, ${what})`)
}

async function finds(ground: Ground): Promise<void> {
  const { page, close } = await opened(ground, '/desk/accounts')
  const took: number[] = []
  for (let n = 0; n < FINDS; n++) {
    const login = String(FIRST_LOGIN + Math.floor((n / FINDS) * ACCOUNTS))
    await page.keyboard.press('Control+k')
    await page.locator('dialog.find input:focus').waitFor()
    const looked = drawn(page, '[role=option]', login)
    await page.keyboard.insertText(login)
    took.push((await looked).sinceTyped)
    await page.keyboard.press('Escape')
    await page.locator('dialog.find').waitFor({ state: 'detached' })
  }
  say(`find: what is typed -> its rows drawn: ${spread(took)}`)
  await close()
}

/**
 * From the answer to a payment until the card shows the new balance, which arrives by the socket.
 */
async function figures(ground: Ground): Promise<void> {
  const { server, staff } = ground
  const login = await server.openAccount(staff, 'demo\\standard', '1000.00')
  const { page, close } = await opened(ground, `/desk/accounts/${login}`)
  await drawn(page, '.card-figures dd', '1000.00')
  const took: number[] = []
  for (let n = 1; n <= EVENTS; n++) {
    const looked = drawn(page, '.card-figures dd', `${1_000 + n}.00`)
    await pay(ground, login)
    const answered = Date.now()
    took.push(Math.max(0, (await looked).at - answered))
  }
  say(`a payment is answered -> its balance is drawn in the card: ${spread(took)}`)
  await close()
}

async function pay({ server, staff }: Ground, login: number): Promise<void> {
  const body = { action: 'deposit', amount: '1.00', request_id: randomUUID() }
  await server.sure(`POST /admin/v1/accounts/${login}/balance`, staff, body)
}

/** Measures the time from sending a request until a dealer sees its row. */
async function dealing(ground: Ground): Promise<void> {
  const { server, staff } = ground
  await server.sure('POST /admin/v1/routing', staff, {
    name: 'by hand',
    action: 'online_dealers',
    position: 1,
    request_kinds: ['open'],
  })
  const login = await server.openAccount(staff, 'demo\\standard', '100000.00')
  const trader = await server.signInTrader(login)
  const { page, close } = await opened(ground, '/desk/dealing')
  await page.getByText('No requests are waiting.').waitFor()
  const took: number[] = []
  for (let n = 1; n <= EVENTS; n++) {
    const volume = (1 + n / 100).toFixed(2)
    const looked = drawn(page, '.dealing-queue tbody tr', `Buy ${Number(volume)}`)
    const sent = Date.now()
    const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume }
    const asked = server.ask('POST /trader/v1/trade', trader, open)
    took.push((await looked).at - sent)
    await page.locator('.dealing:not(.settling)').waitFor()
    await page.keyboard.press('t')
    await page.locator('.dealing-queue tr.own').waitFor()
    await page.locator('.dealing:not(.settling)').waitFor()
    await page.keyboard.press('Enter')
    await asked
  }
  say(`a request is sent -> its row is drawn for a dealer: ${spread(took)}`)
  await close()
}

async function sockets(ground: Ground): Promise<void> {
  for (const place of ['/desk/accounts', '/desk/accounts?risk=150']) {
    const { heard, close } = await opened(ground, place)
    await pause(3_000)
    const before = heard.socket
    await pause(SOCKET_MS)
    say(`socket of ${place}: ${kib((heard.socket - before) / (SOCKET_MS / 1_000))} a second`)
    await close()
  }
}

/** The growth of memory during minutes with five events a second. */
async function growth(ground: Ground): Promise<void> {
  const { server, staff } = ground
  const login = await server.openAccount(staff, 'demo\\standard', '1000.00')
  const { tools, close } = await opened(ground, `/desk/accounts/${login}/deals`)
  await tools.send('Performance.enable')
  const look = async () => {
    for (let i = 0; i < 3; i++) await tools.send('HeapProfiler.collectGarbage')
    const { metrics } = await tools.send('Performance.getMetrics')
    const of = (name: string) => metrics.find((one) => one.name === name)?.value ?? 0
    const heap = (of('JSHeapUsedSize') / 1e6).toFixed(2)
    return `${heap} MB, ${of('Nodes')} nodes, ${of('JSEventListeners')} listeners`
  }
  const busy = async (ms: number) => {
    const end = performance.now() + ms
    while (performance.now() < end) {
      await pay(ground, login)
      await pause(200)
    }
  }
  await busy(SETTLED_MS)
  const marks = [await look()]
  for (let i = 0; i < 2; i++) {
    await busy(GROWTH_MS)
    marks.push(await look())
  }
  say(`20 s -> 80 s -> 140 s, a payment each fifth of a second: ${marks.join(' -> ')}`)
  await close()
}

const WORKS: Readonly<Record<string, (ground: Ground) => Promise<void>>> = {
  scripts,
  jumps,
  finds,
  figures,
  dealing,
  sockets,
  growth,
}

// The helpers of the tests load tap, which would end the process after its time for a file.
t.setTimeout(0)

const ends: (() => unknown)[] = []
const dataDir = mkdtempSync(join(tmpdir(), 'openfloor-desk-'))
ends.push(() => rmSync(dataDir, { recursive: true, force: true }))
try {
  await seedDirectory(dataDir)
  fillWindowAccounts(sqlitePath(dataDir), ACCOUNTS)
  const browser = await openBrowser({ teardown: (run) => ends.unshift(run) })
  if (browser === undefined) throw new Error('there is no Chromium on this machine')
  const secret = Buffer.from(SECRET_KEY).toString('base64')
  const env = { PORT: String(await freePort()), SECRET_KEY: secret }
  const server = await ServerProcess.start({ dataDir, env })
  ends.unshift(() => server.terminate())
  const ground = { browser, server, staff: await server.signInStaff() }
  const wanted = (process.argv[2] ?? Object.keys(WORKS).join()).split(',')
  for (const name of wanted) await WORKS[name]?.(ground)
} finally {
  for (const end of ends) await end()
}
