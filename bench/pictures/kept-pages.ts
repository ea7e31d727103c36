import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import {
  CHEAP_SERVER,
  pause,
  ServerProcess,
  type StaffSession,
} from '../../test/crash/server-process.js'
import { fillPast, PAST_DAYS, PAST_END, PAST_LOGIN, type PastSymbol } from './past.js'

/** Pictures of a report and of a statement, as one sees them who opens the file: on a screen, light and dark, and printed. */
const JOBS = '/admin/v1/reports/jobs'
const SCREEN = { width: 1280, height: 800 }
/** A sheet of A4, its longer side across, without its edges. */
const SHEET = { width: 1047, height: 680 }
const LOOK_MS = 20

export interface KeptPage {
  readonly name: string
  readonly html: string
}

/** The reports of some modules, and a statement, of a server with ten weeks of trading. */
export async function pagesOfPast(
  end: (run: () => unknown) => unknown,
  modules: readonly string[],
): Promise<KeptPage[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'openfloor-past-'))
  end(() => rmSync(dataDir, { recursive: true, force: true }))
  const env = { CLOCK_START: PAST_END }
  const start = () => ServerProcess.start({ dataDir, env, script: CHEAP_SERVER })
  const empty = await start()
  const staff = await empty.signInStaff()
  const { data } = await empty.ask<{ items: readonly PastSymbol[] }>(
    'GET /admin/v1/symbols?limit=100',
    staff,
  )
  await empty.terminate()
  fillPast(dataDir, data.items ?? data)
  const server = await start()
  end(() => server.kill())
  const session = await server.signInStaff()
  const pages: KeptPage[] = []
  for (const module of modules) pages.push(await reportOf(server, session, module))
  const statement = `/admin/v1/accounts/${PAST_LOGIN}/statement?from=${PAST_DAYS.from}&to=${PAST_DAYS.to}`
  pages.push({ name: 'statement', html: await textOf(server, session, statement) })
  await server.change(`/admin/v1/accounts/${PAST_LOGIN}`, session, { language: 'de' })
  pages.push({ name: 'statement.de', html: await textOf(server, session, statement) })
  return pages
}

async function textOf(server: ServerProcess, { headers }: StaffSession, path: string) {
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers })
  if (answer.status !== 200) throw new Error(`${path}: ${await answer.text()}`)
  return answer.text()
}

async function reportOf(
  server: ServerProcess,
  staff: StaffSession,
  module: string,
): Promise<KeptPage> {
  const bounds = ['exposure', 'journal'].includes(module) ? {} : { params: PAST_DAYS }
  const body = { module, format: 'html', ...bounds }
  const { data, message } = await server.ask<{ id: number; state: string }>(
    `POST ${JOBS}`,
    staff,
    body,
  )
  if (data === null) throw new Error(`${module}: ${message}`)
  for (let { state } = data; state !== 'done'; ) {
    await pause(LOOK_MS)
    const job = await server.ask<{ state: string; error: string }>(`GET ${JOBS}/${data.id}`, staff)
    state = job.data.state
    if (state === 'failed') throw new Error(`${module}: ${job.data.error}`)
  }
  return { name: module, html: await textOf(server, staff, `${JOBS}/${data.id}/download`) }
}

/** A picture of a page that was kept as a file, and the same printed where a path is given. */
export async function shot(
  browser: Browser,
  { name, html }: KeptPage,
  path: string,
  look: { readonly colorScheme: 'light' | 'dark'; readonly media?: 'print'; readonly pdf?: string },
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'openfloor-page-'))
  const { colorScheme, media, pdf } = look
  const page = await browser.newPage({
    viewport: media === 'print' ? SHEET : SCREEN,
    colorScheme,
    deviceScaleFactor: 1,
  })
  try {
    const file = join(folder, `${name}.html`)
    writeFileSync(file, html)
    if (media === 'print') await page.emulateMedia({ media })
    await page.goto(pathToFileURL(file).href)
    await page.screenshot({ path })
    if (pdf !== undefined) await page.pdf({ path: pdf, preferCSSPageSize: true })
  } finally {
    await page.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Takes the pictures of the documents. */
export async function keptPages(
  browser: Browser,
  folder: string,
  end: (run: () => unknown) => unknown,
): Promise<void> {
  for (const page of await pagesOfPast(end, ['daily'])) {
    const name = page.name === 'daily' ? 'report' : page.name
    await shot(browser, page, `${folder}/${name}.png`, { colorScheme: 'light' })
    if (name.endsWith('.de')) continue
    await shot(browser, page, `${folder}/${name}-dark.png`, { colorScheme: 'dark' })
  }
}
