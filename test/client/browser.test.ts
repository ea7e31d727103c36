import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { build } from 'esbuild'
import t from 'tap'
import type * as ClientModule from '../../client/index.js'
import { nodeSocket } from '../../client/node/index.js'
import type { FetchRequest } from '../../client/platform.js'
import type { Tokens } from '../../client/rest/access.js'
import { clientServer, PASSWORD } from './client-server.js'

// The library as a page has it: put together for a browser, in a world that has what browsers have and nothing of Node.

t.setTimeout(0)
const { server, login, line } = await clientServer(t)
const entry = fileURLToPath(new URL('../../client/index.js', import.meta.url))
const { outputFiles } = await build({
  entryPoints: [entry],
  bundle: true,
  minify: true,
  write: false,
  platform: 'browser',
  format: 'iife',
  globalName: 'openfloor',
})
const code = outputFiles[0]?.text ?? ''

/** The cookies and locks that all tabs of a browser share. */
class Browser {
  readonly asked: string[] = []
  readonly #jar = new Map<string, string>()
  readonly #locks = new Map<string, Promise<unknown>>()

  tab(): typeof ClientModule {
    const { cookie, fetch, lock } = this.#parts()
    const page = {
      fetch,
      WebSocket: new Proxy(class {}, {
        construct: (_, [url, protocols]) =>
          nodeSocket({ headers: { cookie: cookie(), origin: line.base } })(url, protocols),
      }),
      navigator: { locks: { request: lock } },
      location: { origin: line.base },
      setTimeout,
      clearTimeout,
      performance,
      crypto,
      TextEncoder,
      TextDecoder,
      AbortController,
    }
    // As under the policy of a page: no code is made of text.
    const context = createContext(page, { codeGeneration: { strings: false, wasm: false } })
    return runInContext(`${code};openfloor`, context) as typeof ClientModule
  }

  #parts() {
    const cookie = () => [...this.#jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const send = async (url: string, request: FetchRequest) => {
      this.asked.push(`${request.method} ${url}`)
      const headers = { ...request.headers, cookie: cookie() }
      const answer = await fetch(`${line.base}${url}`, { ...request, headers } as RequestInit)
      for (const set of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
        this.#jar.set(name, value)
      }
      return answer
    }
    const lock = <T>(name: string, run: () => Promise<T>): Promise<T> => {
      const turn = (this.#locks.get(name) ?? Promise.resolve()).then(run, run)
      this.#locks.set(name, turn)
      return turn
    }
    return { cookie, fetch: send, lock }
  }
}

t.test('a page signs in with cookies, and its tabs refresh once', async (t) => {
  t.comment(`${code.length} bytes, minified`)
  t.ok(code.length < 70_000)
  const browser = new Browser()
  let kept: Tokens | null = null
  const tokens = {
    load: () => kept,
    save: (next: Tokens | null) => {
      kept = next
    },
  }
  const [one, other] = [browser.tab(), browser.tab()].map(
    ({ TraderClient }) => new TraderClient({ base: '', tokens }),
  )
  if (one === undefined || other === undefined) throw new Error('two tabs')
  const session = await one.signIn({ login, password: PASSWORD, terminal: 'web' })
  t.equal(session.login, login)
  t.ok(await other.restore())
  await Promise.all([one.refresh(), other.refresh(), one.refresh()])
  t.equal(browser.asked.filter((what) => what.endsWith('/refresh')).length, 1)
  t.same(other.tokens, one.tokens)

  const live = other.live({ codec: 'msgpack', firstPauseMs: 20 })
  t.teardown(() => live.stop())
  live.start()
  await live.whenLive()
  const order = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' } as const
  t.match(await live.orders.place(order), { end: 'done' })
  t.equal((await one.request('GET /trader/v1/positions')).length, 1)

  await server.done('POST /admin/v1/online/kick', { login })
  await new Promise<void>((resolve) => {
    live.on('state', ({ state }) => state === 'signed-out' && resolve())
  })
  t.equal(kept, null, 'no tab goes on with it')
})
