import { Window } from 'happy-dom'
import type { Test } from 'tap'
import type { RouteName } from '../../../client/rest/parts.js'
import { RIGHTS } from '../../../engine/access/rights.js'
import { type Answers, FakeServer, type OpAnswers, Refusal, type Sent } from './fake-server.js'
import { PageClock } from './page-clock.js'
import { type BrowserNames, pagesBundle } from './pages-bundle.js'
import { type Page, Part } from './part.js'
import { pageOf } from './records.js'

/**
 * The desk in a small DOM, signed in at a place, with a server that a table answers. For claims about dialogs, forms and
 * lists, which need no browser. Each desk is a new tab with its own storage.
 */
interface Options {
  readonly answers?: Answers
  readonly ops?: OpAnswers
  readonly rights?: readonly string[]
  readonly language?: 'en-GB' | 'de-DE'
}

/** What a list has to draw its rows in. */
const BOX = { width: 1_400, height: 860 }
const ORIGIN = 'http://desk.test'

export class ComponentDesk extends Part {
  readonly window: Window
  readonly server: FakeServer
  readonly clock: PageClock
  readonly #page: Page
  readonly #language: string

  private constructor(window: Window, server: FakeServer, clock: PageClock, language: string) {
    // Each fault fails the test once.
    const check = () => {
      const [first, ...more] = server.faults.splice(0)
      if (first instanceof Error && more.length > 0)
        Object.assign(first, { more: more.map(String) })
      if (first !== undefined) throw first
    }
    const page = { window, clock, check }
    super(page, 'desk', () => [window.document.body])
    this.#page = page
    this.#language = language
    this.window = window
    this.server = server
    this.clock = clock
  }

  static async open(test: Test, place: string, options: Options = {}): Promise<ComponentDesk> {
    const { answers = {}, ops = {}, rights = RIGHTS, language = 'en-GB' } = options
    const server = new FakeServer({ ...ownAnswers(rights), ...answers }, ops)
    const clock = new PageClock((error) => server.faults.push(error))
    test.teardown(() =>
      server.faults.splice(0).forEach((fault) => {
        throw fault
      }),
    )
    return ComponentDesk.#load(newWindow(place, server), server, clock, language)
  }

  /** The desk as it is after a reload: only what the tab has stored is left. */
  async reload(): Promise<ComponentDesk> {
    this.clock.clear()
    const { localStorage, sessionStorage } = this.window
    const next = newWindow(this.place, this.server)
    for (const [key, value] of Object.entries(localStorage)) next.localStorage.setItem(key, value)
    for (const [key, value] of Object.entries(sessionStorage))
      next.sessionStorage.setItem(key, value)
    return ComponentDesk.#load(next, this.server, this.clock, this.#language)
  }

  static async #load(window: Window, server: FakeServer, clock: PageClock, language: string) {
    const load = await pagesBundle()
    await load(server, namesOf(window, clock, language))
    const desk = new ComponentDesk(window, server, clock, language)
    await clock.settle()
    return desk
  }

  get dialog(): Part {
    return this.role('dialog')
  }

  /** The place in the desk, as the address has it. */
  get place(): string {
    const { pathname, search } = this.window.location
    return pathname + search
  }

  /** Changes the answers from now on. */
  answer(answers: Answers, ops: OpAnswers = {}): void {
    this.server.answer(answers, ops)
  }

  /** The requests of a route so far. */
  sent<Name extends RouteName>(name: Name): readonly Sent<Name>[] {
    return this.server.sent(name)
  }

  /** An event on the live line. */
  tell: FakeServer['tell'] = (event, data, seq) => this.server.tell(event, data, seq)

  /** Lets the page's clock go on by so many milliseconds. */
  async pass(ms: number): Promise<void> {
    const until = this.clock.now() + ms
    while (await this.clock.step(until));
  }

  /** Presses keys where the focus is. */
  async keys(...keys: readonly string[]): Promise<void> {
    const at = () => [this.window.document.activeElement ?? this.window.document.body]
    for (const one of keys) await new Part(this.#page, 'focus', at).press(one)
  }
}

function newWindow(place: string, server: FakeServer): Window {
  const error = (...said: readonly unknown[]) => server.faults.push(new Error(said.join(' ')))
  const window = new Window({
    url: ORIGIN + place,
    ...BOX,
    settings: { disableErrorCapturing: true },
    console: { ...console, error },
  } as ConstructorParameters<typeof Window>[0])
  window.document.body.innerHTML = '<div id="app"></div>'
  return window
}

/** What every desk asks for when it opens. */
function ownAnswers(rights: readonly string[]): Answers {
  return {
    'GET /admin/v1/auth/me': {
      login: 1,
      name: 'Anna Berg',
      csrf_token: 'c',
      expires_at: null,
      access_expires_at: null,
      group: 'managers\\administrators',
      group_scope: ['*'],
      keep_signed_in: true,
      must_change_password: false,
      must_enrol_otp: false,
      read_only: false,
      rights,
      server_clock: { utc_offset_min: 0, daylight_saving: 'none' },
    },
    'GET /admin/v1/me/preferences': { content: {}, updated_at: null, version: 0 },
    'PUT /admin/v1/me/preferences': { content: {}, updated_at: null, version: 1 },
    'GET /trader/v1/brand': new Refusal('not_found', 404),
    'GET /admin/v1/dealing/queue': [],
    'GET /admin/v1/symbols': pageOf([]),
    'GET /admin/v1/staff': pageOf([]),
    'GET /admin/v1/accounts/groups': {
      items: [{ path: 'demo\\usd', currency: 'USD', company: 'Demo', password_min_length: 8 }],
    },
  }
}

function namesOf(window: Window, clock: PageClock, language: string): BrowserNames {
  const { document, location, history, localStorage, sessionStorage } = window
  // The DOM draws nothing: a list asks for its height to know how many rows it has to draw.
  const size = { get: () => BOX.height, configurable: true }
  Object.defineProperty(window.HTMLElement.prototype, 'clientHeight', size)
  const names = {
    ...clock.names(),
    document,
    location,
    history,
    localStorage,
    sessionStorage,
    navigator: {
      language,
      languages: [language],
      clipboard: window.navigator.clipboard,
      locks: { request: async (_: string, work: () => unknown) => work() },
    },
    addEventListener: window.addEventListener.bind(window),
    removeEventListener: window.removeEventListener.bind(window),
    dispatchEvent: window.dispatchEvent.bind(window),
    matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
    fetch: () => Promise.reject(new TypeError('a test has no network')),
    ResizeObserver: class {
      observe() {}
      disconnect() {}
    },
    BroadcastChannel: class {
      postMessage() {}
      addEventListener() {}
      close() {}
    },
    Element: window.Element,
    HTMLElement: window.HTMLElement,
    HTMLInputElement: window.HTMLInputElement,
    HTMLDialogElement: window.HTMLDialogElement,
    innerWidth: BOX.width,
    innerHeight: BOX.height,
  }
  return { ...names, window, self: window, globalThis: window }
}
