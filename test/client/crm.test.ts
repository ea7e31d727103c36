import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import t from 'tap'
import { makeKey, staffUser } from '../given/api-keys.js'
import { WholeServer } from '../given/fronts/whole-server.js'
import { projectWith } from './example-project.js'

// The example of docs/build/connect-a-crm.md, as it is, against a server.

t.setTimeout(0)
const RIGHTS = [
  'accounts.view',
  'accounts.edit',
  'accounts.name',
  'accounts.email',
  'accounts.balance',
  'trades.view',
  'events',
]
const CUSTOMER = 'ada@example.com'
const SECRET = Buffer.from('a secret of a webhook, 32 bytes!')
const server = await WholeServer.start(t)
const { login: clerk } = await staffUser(server, { rights: RIGHTS })
const { key } = await makeKey(server, { login: clerk })
const folder = projectWith(t, 'crm.mjs')

/** A run of the program, with the lines that it printed. */
class Run {
  readonly #child: ChildProcess
  readonly #lines: AsyncIterator<string>
  readonly #unread: string[] = []

  constructor() {
    const env = {
      PATH: process.env['PATH'] ?? '',
      BASE: server.origin,
      OPENFLOOR_KEY: key,
      STATE_FILE: join(folder, 'crm.json'),
      CUSTOMER,
      WEBHOOK_PORT: '0',
      WEBHOOK_SECRETS: `whsec_${SECRET.toString('base64')}`,
    }
    const stdio = ['ignore', 'pipe', 'inherit'] as const
    const child = spawn(process.execPath, [join(folder, 'crm.mjs')], { env, stdio: [...stdio] })
    this.#child = child
    this.#lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    t.teardown(() => child.kill('SIGKILL'))
  }

  /** What follows the beginning of the next line that has it; other lines wait until somebody reads them. */
  async line(beginning: string): Promise<string> {
    for (;;) {
      const at = this.#unread.findIndex((line) => line.startsWith(beginning))
      if (at >= 0) return this.#unread.splice(at, 1)[0]?.slice(beginning.length) ?? ''
      const { value, done } = await this.#lines.next()
      if (done === true) throw new Error(`The program ended before the line "${beginning}".`)
      this.#unread.push(value)
    }
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const ended = once(this.#child, 'exit')
    this.#child.kill(signal)
    return (await ended)[0]
  }
}

async function withdraw(login: number, amount: string): Promise<void> {
  const body = { action: 'withdraw', amount, request_id: crypto.randomUUID() }
  await server.done(`POST /admin/v1/accounts/${login}/balance`, body)
}

function delivery(body: string, secret = SECRET): RequestInit {
  const [id, at] = ['webhook-1', String(Math.floor(Date.now() / 1000))]
  const signature = createHmac('sha256', secret).update(`${id}.${at}.${body}`).digest('base64')
  const headers = { 'webhook-id': id, 'webhook-timestamp': at }
  return { method: 'POST', headers: { ...headers, 'webhook-signature': `v1,${signature}` }, body }
}

t.test('opens one account, books one deposit and keeps the balance over kill -9', async (t) => {
  let run = new Run()
  const login = Number(await run.line('account '))
  await run.line('deposit ')
  t.match(await run.line('link '), /^(https?:|refused: )/)
  t.equal(await run.line(`balance ${login} `), '500.00')
  await withdraw(login, '120.00')
  t.equal(await run.line(`balance ${login} `), '380.00', 'it follows the events')

  await run.end('SIGKILL')
  await withdraw(login, '80.50')
  run = new Run()
  const port = await run.line('webhooks ')
  // The event before the kill may come again.
  while ((await run.line(`balance ${login} `)) !== '299.50') {}

  const { items } = (await server.done(`GET /admin/v1/accounts/${login}/deals`)) as {
    readonly items: readonly { readonly id: number }[]
  }
  t.equal(items.length, 3)
  const event = { id: 'e-1', kind: 'deal', login, data: items[0] }
  const body = JSON.stringify({ type: 'deal', timestamp: new Date().toISOString(), data: event })
  const url = `http://127.0.0.1:${port}/`
  t.equal((await fetch(url, delivery(body))).status, 204)
  t.equal(await run.line(`balance ${login} `), '299.50', 'a deal that comes twice counts once')
  t.equal((await fetch(url, delivery(body, Buffer.from('another secret')))).status, 401)

  t.equal(await run.end('SIGTERM'), 0)
  const found = await server.done(`GET /admin/v1/accounts?email=${CUSTOMER}`)
  t.equal(found['total'], 1)
})
