import type { Page } from 'playwright-core'
import t from 'tap'
import { hired, openDesk } from '../../given/desk-pages.js'
import type { Headers, WholeServer } from '../../given/fronts/whole-server.js'
import { pageModule } from '../../given/page-module.js'
import { sharedTerminal } from '../../given/terminal.js'

// The usual roles of staff and the actions of a back office's day: an action that a role has no right for is not on the page,
// and the server refuses it.

t.setTimeout(300_000)
const { TEMPLATES } = await pageModule<{
  TEMPLATES: Readonly<Record<string, readonly string[]>>
}>('web/staff/settings/rights-tree.ts')

interface Action {
  /** The part of the card that has its button; `more` is the menu, `list` the list of accounts, `find` what is found. */
  readonly at: string
  readonly button: RegExp
  readonly rights: readonly string[]
  /** The request, without its body. */
  readonly asks: string
}

const TRADES = 'trades.view'
const ACTIONS: readonly Action[] = [
  action('list', /^New account$/, ['accounts.edit'], 'POST /accounts'),
  action('list', /^Import…$/, ['accounts.edit'], 'POST /accounts/import'),
  action('find', /New account$/, ['accounts.edit'], 'POST /accounts'),
  action('find', /New staff user$/, ['config.staff'], 'POST /staff'),
  action('find', /New: Groups$/, ['config.groups'], 'POST /groups'),
  action('', /^Balance operation/, ['accounts.balance'], 'POST /accounts/{login}/balance'),
  action('', /^Trade/, ['trades.edit'], 'POST /accounts/{login}/trade'),
  action('more', /^Passwords/, ['accounts.passwords'], 'POST /accounts/{login}/passwords/check'),
  action('more', /^Archive/, ['accounts.delete'], 'DELETE /accounts/{login}'),
  action('positions', /^SL\/TP of/, [TRADES, 'trades.edit'], 'POST /accounts/{login}/trade'),
  action(
    'deals',
    /^Reverse deal/,
    [TRADES, 'accounts.balance'],
    'POST /accounts/{login}/deals/1/reverse',
  ),
  action('linked', /^Link…$/, ['clients.view', 'clients.edit'], 'PUT /accounts/{login}/clients'),
  action('notes', /^Add note$/, ['clients.view', 'clients.edit'], 'POST /accounts/{login}/notes'),
]

function action(at: string, button: RegExp, rights: readonly string[], asks: string): Action {
  return { at, button, rights, asks }
}

/** A page with the number of its requests that have no answer yet. */
class Visited {
  readonly page: Page
  #asked = 0

  constructor(page: Page) {
    this.page = page
    page.on('request', () => this.#asked++)
    page.on('requestfinished', this.#ended)
    page.on('requestfailed', this.#ended)
  }

  /** Opens a place as Back does: to load the page again takes ten times as long. */
  async goTo(place: string): Promise<void> {
    await this.page.keyboard.press('Escape')
    await this.page.evaluate((path) => {
      const { history, dispatchEvent, PopStateEvent } = globalThis as unknown as PageGlobals
      history.pushState(null, '', path)
      dispatchEvent(new PopStateEvent('popstate'))
    }, place)
  }

  /** Until the page asks for nothing and has drawn what it was answered. */
  async settled(): Promise<void> {
    for (let frames = 0; frames < FRAMES; frames++) {
      await this.page.evaluate('new Promise(requestAnimationFrame)')
      if (this.#asked > 0) frames = 0
    }
  }

  readonly #ended = (): void => {
    this.#asked--
  }
}

/** A part is loaded, draws, and asks for its rows with the next frame. */
const FRAMES = 6

interface PageGlobals {
  readonly history: { pushState(state: null, title: string, path: string): void }
  readonly PopStateEvent: new (kind: string) => object
  dispatchEvent(event: object): boolean
}

/** Goes where the button of an action would be. */
async function look(visited: Visited, login: number, at: string): Promise<void> {
  const { page } = visited
  if (at === 'find') {
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/find?q=new'))
    await visited.goTo('/desk/overview')
    await page.keyboard.press('Control+k')
    // The search loads when it is first opened; keys until then belong to the page.
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await page.keyboard.type('new')
    await answered
  } else {
    const part = at === '' || at === 'more' ? '' : `/${at}`
    const place = at === 'list' ? 'accounts' : `accounts/${login}${part}`
    await visited.goTo(`/desk/${place}`)
    await page
      .locator(at === 'list' ? '.grid-row' : '.card-acts')
      .first()
      .waitFor()
    if (at === 'more')
      await page.locator('.card-acts').getByRole('button', { name: 'More' }).click()
  }
  await visited.settled()
}

async function signedIn(
  server: WholeServer,
  who: { readonly login: number; readonly password: string },
): Promise<Headers> {
  const answer = await fetch(`${server.origin}/admin/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...who, terminal: 'manager' }),
  })
  const { data } = (await answer.json()) as { data: { csrf_token: string } }
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  return { cookie: cookies.join('; '), 'x-csrf-token': data.csrf_token }
}

/** Everything that the roles below may be given. */
async function allRights(server: WholeServer): Promise<string[]> {
  const { data } = await server.ask('GET /admin/v1/staff/rights')
  const names = (data as { name: string }[]).map(({ name }) => name)
  return names.filter((name) => name !== 'confirm_actions')
}

for (const role of ['administrator', ...Object.keys(TEMPLATES)]) {
  t.test(`${role}: allowed actions are there, and others are refused`, async (t) => {
    const set = await sharedTerminal(t)
    if (set === undefined) return t.comment('no chromium here: left out')
    const { browser, server } = set
    const { login } = await server.account('real\\standard')
    const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' }
    await server.done(`POST /admin/v1/accounts/${login}/trade`, open)
    const rights = TEMPLATES[role] ?? (await allRights(server))
    const who = await hired(server, rights, role === 'administrator' ? '*' : 'real\\*')
    const { page, faults } = await openDesk(browser, server, '/desk/accounts', who)
    page.setDefaultTimeout(15_000)
    const visited = new Visited(page)
    const headers = await signedIn(server, who)
    for (const one of ACTIONS) {
      const may = one.rights.every((right) => rights.includes(right))
      await look(visited, login, one.at)
      const found = page.getByRole(one.at === 'find' ? 'option' : 'button', { name: one.button })
      if (may) await found.first().waitFor()
      else t.equal(await found.count(), 0, `no ${one.button}`)
      const what = one.asks.replace(' ', ' /admin/v1').replace('{login}', String(login))
      const isBare = what.startsWith('DELETE')
      if (may && isBare) continue
      const { code } = await server.ask(what, headers, isBare ? undefined : {})
      if (may) t.not(code, 'forbidden', one.asks)
      else t.equal(code, 'forbidden', one.asks)
    }
    t.same(
      faults.said.filter((said) => !/status of 4/.test(said)),
      [],
    )
    await page.close()
  })
}
