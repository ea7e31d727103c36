import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { moment } from '../given/desk.js'
import { WholeServer } from '../given/fronts/whole-server.js'
import { type Frame, WsClient } from '../given/fronts/ws-client.js'

// The conversation of docs/build/trading-program.md and docs/build/lost-connections.md, held line by line with a server whose second account it is: what is sent is
// sent, and what the page says comes back does, with the fields that it names and the same words and ids.

const PAGES = ['trading-program', 'lost-connections'].map((name) =>
  fileURLToPath(new URL(`../../../docs/build/${name}.md`, import.meta.url)),
)
const MASTER = 'Abcd12!x'
/** Fields of whole numbers as text that are the same each time; other numbers, prices and times are as the market is. */
const SURE = new Set(['seq', 'from', 'to', 'total'])
const LIFE_MS = 60_000
t.setTimeout(0)

type Fields = { readonly [name: string]: unknown }

interface Line {
  readonly isSent: boolean
  readonly text: string
}

/** The lines that begin with `>` and `<`, each with what goes on below it. */
function linesOf(page: string): Line[] {
  const lines: { isSent: boolean; text: string }[] = []
  for (const line of page.split('\n')) {
    const begin = /^([<>]) (.*)$/.exec(line)
    const last = lines.at(-1)
    if (begin !== null) lines.push({ isSent: begin[1] === '>', text: begin[2] ?? '' })
    else if (last !== undefined && /^ {3}\S/.test(line)) last.text += line.trim()
  }
  return lines
}

/** `...` leaves out the rest of an object: what remains is what must be there. */
function jsonOf(text: string): Fields {
  return JSON.parse(text.replaceAll(/,?\s*\.\.\.(?=[}\]])/g, '')) as Fields
}

/** Where the answer is another one than the page says; null where it is as it says. */
function differs(said: unknown, came: unknown, at = ''): string | null {
  if (Array.isArray(said)) {
    if (!Array.isArray(came) || came.length < said.length) return at
    if (said.length === 0 && came.length > 0) return at
    return said.map((one, i) => differs(one, came[i], `${at}[${i}]`)).find((one) => one) ?? null
  }
  if (typeof said === 'object' && said !== null) {
    if (typeof came !== 'object' || came === null) return at
    const fields = Object.entries(said).map(([name, value]) => {
      const found = (came as Fields)[name]
      return found === undefined ? `${at}.${name}` : differs(value, found, `${at}.${name}`)
    })
    return fields.find((one) => one !== null) ?? null
  }
  if (typeof said !== typeof came) return said === null ? null : at
  const name = at.split('.').at(-1) ?? ''
  const isMoving = typeof said === 'string' && !SURE.has(name) && /^(…|-?\d[\d.:TZ-]*)$/.test(said)
  return isMoving || said === came ? null : `${at}: ${JSON.stringify(came)}`
}

/** Both sides of the conversation. Secrets that the page does not show are those that came last under the same name. */
class Conversation {
  readonly #server: WholeServer
  readonly #secrets = new Map<string, string>([
    ['password', MASTER],
    ['current_password', MASTER],
  ])
  #socket: WsClient | undefined
  #answer: { status: number; body: Fields } | undefined

  constructor(server: WholeServer) {
    this.#server = server
  }

  async send(text: string): Promise<void> {
    const filled = text
      .replaceAll(/"(\w+)":"…"/g, (_, name: string) => `"${name}":"${this.#secrets.get(name)}"`)
      .replace(/(min_projection_seq=)\d+/, `$1${this.#secrets.get('projection_seq')}`)
      .replaceAll(/"not_after":"[^"]*"/g, `"not_after":"${this.#soon()}"`)
    if (/^[A-Z]+ /.test(filled)) return this.#ask(filled)
    const frame = JSON.parse(filled) as { op: string }
    if (frame.op === 'auth') await this.#connect()
    this.#socket?.send(frame)
  }

  /** What the page says comes back, or what came in its place. */
  async hear(text: string): Promise<string | null> {
    if (/^\d{3} /.test(text)) {
      const { status, body } = this.#answer ?? { status: 0, body: {} }
      if (status !== Number(text.slice(0, 3))) return `${status} ${JSON.stringify(body)}`
      this.#keep(body)
      const where = differs(jsonOf(text.slice(4)), body)
      return where === null ? null : `${where} of ${JSON.stringify(body)}`
    }
    const said = jsonOf(text)
    const fits = (frame: Frame) =>
      'id' in said ? frame.id === said['id'] : differs(said, frame) === null
    const frame = await this.#socket?.next(fits)
    const where = differs(said, frame)
    this.#keep(frame)
    return where === null ? null : `${where} of ${JSON.stringify(frame)}`
  }

  close(): void {
    this.#socket?.destroy()
  }

  async #connect(): Promise<void> {
    this.close()
    this.#socket = await WsClient.open({ port: this.#server.port, path: '/trader/v1/socket' })
  }

  async #ask(text: string): Promise<void> {
    const [, method = '', path = '', body] = /^(\S+) (\S+) ?(.*)$/.exec(text) ?? []
    for (;;) {
      this.#answer = await this.#answered(method, path, body === '' ? undefined : body)
      const { consistency } = (this.#answer.body['data'] ?? {}) as Fields
      if (consistency !== 'projection_pending') return
      await moment()
    }
  }

  async #answered(method: string, path: string, body: string | undefined) {
    const token = this.#secrets.get('access_token')
    const isKnown = token !== undefined && !path.includes('/auth/')
    const answer = await fetch(`${this.#server.origin}${path}`, {
      method,
      headers: {
        ...(isKnown ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
    })
    return { status: answer.status, body: (await answer.json()) as Fields }
  }

  #keep(answer: { readonly data?: unknown } | undefined): void {
    for (const [name, value] of Object.entries((answer?.data ?? {}) as Fields)) {
      if (typeof value === 'string') this.#secrets.set(name, value)
    }
  }

  #soon(): string {
    return new Date(Date.now() + LIFE_MS).toISOString()
  }
}

/** The first book after a start may hold prices without lots; until it has some. */
async function lotsOfEurusd(server: WholeServer, headers: { readonly [name: string]: string }) {
  const socket = await WsClient.open({ port: server.port, path: '/trader/v1/socket', headers })
  for (;;) {
    const { data } = await socket.ask('depth', { symbol: 'EURUSD' })
    const { bids, asks } = data as { [side: string]: { volume: string | null }[] }
    if ([bids, asks].every((side) => typeof side?.[0]?.volume === 'string')) break
    await moment()
  }
  socket.destroy()
}

t.test('the page on trading by program says what a server says', async (t) => {
  const server = await WholeServer.start(t)
  const { login, headers } = await server.account()
  t.equal(login, 1001, 'the account of the page')
  await server.patch(`/admin/v1/accounts/${login}`, { api_enabled: true })
  await lotsOfEurusd(server, headers)
  const talk = new Conversation(server)
  t.teardown(() => talk.close())
  const lines = linesOf(PAGES.map((page) => readFileSync(page, 'utf8')).join('\n'))
  t.ok(lines.length > 60, 'the page has a conversation')
  for (const { isSent, text } of lines) {
    if (isSent) await talk.send(text)
    else t.equal(await talk.hear(text), null, text)
  }
})
