import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { ADMIN_PASSWORD, CHEAP_SERVER, ServerProcess } from '../test/crash/server-process.js'
import { openBrowser } from '../test/given/browser.js'
import { openDesk } from '../test/given/desk-pages.js'
import { freePort } from './free-port.js'
import { type Ground, layGround } from './journeys/ground.js'
import type { Journey } from './journeys/journey.js'
import { ON_ACCOUNTS } from './journeys/on-accounts.js'
import { ON_CLIENTS } from './journeys/on-clients.js'
import { ON_CONNECTIONS } from './journeys/on-connections.js'
import { ON_SETTINGS } from './journeys/on-settings.js'
import { Walker } from './journeys/walker.js'

/**
 * Does the tasks of staff in a day at the desk of a running server: `node
 * dist/bench/desk-journeys.js`, optionally with the numbers of some tasks. It prints a row for each
 * with the key presses and clicks that the page counted. A task that is not completed fails the
 * command.
 */
const WAIT_MS = 30_000
const VIEWPORT = { width: 1440, height: 900 }

/**
 * Journeys whose results others need come first, such as a group or a price. A provider that takes
 * all orders comes last.
 */
const ORDER = [
  1, 2, 3, 8, 11, 15, 12, 13, 4, 7, 19, 14, 20, 9, 5, 6, 10, 17, 18, 21, 22, 23, 24, 25, 26, 27, 28,
  29, 30, 31, 32, 33, 34, 35, 16,
]
const JOURNEYS = [...ON_ACCOUNTS, ...ON_SETTINGS, ...ON_CLIENTS, ...ON_CONNECTIONS]

// The browser is that of the tests, which would end it after half a minute.
t.setTimeout(0)

const ends: (() => unknown)[] = []

async function walked(journey: Journey, ground: Ground, hand: Walker): Promise<string> {
  const { number, name, designed, elsewhere } = journey
  await journey.prepare?.(ground)
  const own = (await journey.own?.(ground)) ?? 0
  await hand.page.goto(`http://127.0.0.1:${ground.server.port}/desk/overview`)
  await hand.page.locator('.desk .state.live').waitFor()
  await hand.taken()
  await journey.walk(hand, ground, own)
  const { keys, words, clicks } = await hand.taken()
  const all = keys + words + clicks
  return `| ${number} | ${name} | ${keys} | ${words} | ${clicks} | ${all} | ${designed ?? '–'} | ${elsewhere} |`
}

async function walkAll(wanted: readonly number[]): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'openfloor-journeys-'))
  ends.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const browser = await openBrowser({ teardown: (run) => ends.unshift(run) })
  if (browser === undefined) throw new Error('there is no Chromium on this machine')
  ends.push(() => browser.close())
  const env = { PORT: String(await freePort()) }
  const server = await ServerProcess.start({ dataDir, env, script: CHEAP_SERVER })
  ends.unshift(() => server.kill())
  const ground = await layGround(server, { teardown: (run) => ends.unshift(run) })
  const origin = `http://127.0.0.1:${server.port}`
  let walker: Walker | undefined
  const { page, faults } = await openDesk(browser, { origin }, '/desk', {
    password: ADMIN_PASSWORD,
    viewport: VIEWPORT,
    prepare: async (fresh) => {
      walker = await Walker.at(fresh)
    },
  })
  page.setDefaultTimeout(WAIT_MS)
  console.log('| # | journey | keys | words | clicks | all | designed | elsewhere |')
  console.log('|---|---|---|---|---|---|---|---|')
  for (const number of wanted) {
    const journey = JOURNEYS.find((one) => one.number === number)
    if (journey === undefined || walker === undefined) throw new Error(`there is no ${number}`)
    try {
      console.log(await walked(journey, ground, walker))
    } catch (error) {
      process.exitCode = 1
      if (server.hasExited) throw new Error(`the server is gone: ${server.output}`)
      console.log(`| ${number} | ${journey.name} | it did not come to its end: ${String(error)} |`)
      console.log(page.url(), ...faults.said)
    }
  }
}

const given = process.argv.slice(2).map(Number)
try {
  await walkAll(given.length > 0 ? given : ORDER)
} finally {
  for (const end of ends) await end()
}
