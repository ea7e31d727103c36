import type { Page } from 'playwright-core'
import t from 'tap'
import { openDesk } from '../../given/desk-pages.js'
import { showPlace } from '../../given/pages/visit.js'
import { plainTexts, speakPseudo, walkDialogs } from '../../given/pseudo-language.js'
import { ownTerminal } from '../../given/terminal.js'

// Every page of the menu in the pseudo-language, with its forms and dialogs: it has no text of its own, and longer texts fit.

t.setTimeout(480_000)
const terminal = ownTerminal(t)

/** Names of people, groups, servers and connections, and what a machine calls itself. */
const NAMES =
  /^(Openfloor|Administrator|Demo trader|Demo money|Simulator|(Trade|Access|Quote) server)$/
const GROUPS = /^(demo|real|managers|netting|standard|ecn|administrators|dealers)(\\\w+)?( · .*)?$/
const MACHINES = /^[Ll]inux\b|^\S+ \d+\.\d+\.\d+(-\w+)?·*$|^[\da-f-]{36}$/
/** Texts that the server still sends in English only. The list may only get shorter. */
const SERVERS: ReadonlySet<string> = new Set([
  'No licence key was applied.',
  'No public key of the vendor is configured: set LICENCE_PUBLIC_KEY.',
])
/** Reasons of the server have no pseudo-language; this is one of them, beside a name that an import leaves out. */
const TAKEN = /^this name already belongs to symbol \d+, /
/** Kinds of events and placeholders of messages are names of the API, and keys are called as they are on keyboards. */
const API =
  /^(order|deal|position|margin_call|stop_out|day_end|account|password|application|session|job|config|login|name|group|currency|company(_\w+)?|Ctrl\+S)$/
/** Lines of the journal stay in English; a new account has the names that the browser has for countries. */
const ENGLISH_PAGES: ReadonlySet<string> = new Set(['/desk/journal', '/desk/accounts/new'])

function isName(line: string): boolean {
  const name = line.replace(/ (\(\d+\)|Ctrl [A-Z])$/, '')
  if (!/[a-z]{3}/.test(name.replace('Simulator', ''))) return true
  // The kind of an event stands behind its name.
  if (TAKEN.test(name) || API.test(name) || API.test(name.split('· ').at(-1) ?? '')) return true
  return NAMES.test(name) || GROUPS.test(name) || MACHINES.test(name) || SERVERS.has(name)
}

/** Labels that are cut off, and that no tooltip shows whole. */
const CUT = `[...document.querySelectorAll('h1, h2, h3, label, legend, button, th, nav a')]
  .filter((one) => getComputedStyle(one).overflowX === 'hidden' && one.title === '')
  .filter((one) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent)`
const TOO_WIDE = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

async function menuOf(page: Page): Promise<string[]> {
  const links = page.locator('.desk-menu a')
  const found = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
  return found.filter((href) => href.startsWith('/desk/'))
}

/** Forms and cards that no address of the menu leads to. */
const placesOf = (login: number): readonly string[] => [
  `/desk/accounts/${login}`,
  '/desk/accounts/new',
  '/desk/accounts/import',
  '/desk/mail/write',
  '/desk/reports/deals',
  '/desk/reports/jobs',
  '/desk/reports/schedules/new',
  '/desk/staff/new',
  '/desk/integrations/new',
  '/desk/integrations/webhooks/new',
  '/desk/settings/datafeeds/1',
  '/desk/settings/gateways/1',
  '/desk/settings/mail_servers/new',
]

t.test('every text of the desk comes from a message file, and longer ones fit', async (t) => {
  const set = await terminal(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server } = set
  const { login, headers } = await server.account()
  const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.50' }
  t.match(await server.ask('POST /trader/v1/trade', headers, open), { code: 'ok' })
  const { page } = await openDesk(browser, server, '/desk', { prepare: speakPseudo })
  const menu = await menuOf(page)
  t.ok(menu.length > 15, menu.join())
  const seen = new Set<string>()
  for (const place of [...menu, ...placesOf(login)]) {
    await showPlace(page, place)
    if (!ENGLISH_PAGES.has(place)) t.same(await plainTexts(page, isName), [], place)
    t.same(await page.evaluate(CUT), [], `${place}: labels that are cut off`)
    t.equal(await page.evaluate(TOO_WIDE), 0, `${place}: wider than the window`)
    const opened = await walkDialogs(
      page,
      (label) => seen.has(label),
      async (within, label) => {
        const name = `${place}: ${label}`
        t.same(await plainTexts(page, isName, within), [], name)
        t.same(await page.evaluate(CUT), [], `${name}: labels that are cut off`)
      },
    )
    for (const label of opened) seen.add(label)
  }
})
