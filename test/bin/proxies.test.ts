import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import t, { type Test } from 'tap'
import { catalog } from '../../http/catalog.js'
import { CHEAP_SERVER, ServerProcess } from '../crash/server-process.js'
import { ADMIN_PASSWORD } from '../crash/server-rest.js'
import { moment, scratch } from '../given/desk.js'
import { PAIR_A } from '../given/key-pairs.js'
import { freePort } from '../given/quickfix/quickfix-peer.js'

// The server behind real proxies with the configurations that operators install.

const NGINX = '/usr/sbin/nginx'
const CADDY = '/usr/bin/caddy'
const HAPROXY = '/usr/sbin/haproxy'
const CONFIGURATION = 'operations/nginx/openfloor.conf'
const CADDYFILE = 'operations/caddy/Caddyfile'
const TWO_NODES = 'operations/replication/haproxy.cfg'
const NAME = 'trade.example.com'
/** The client's address: another one than the proxy's, on the same machine. */
const CLIENT = '127.0.0.2'
/** Three looks of a second each, a second apart, and what a busy machine takes on top. */
const CLOSED_WITHIN_SEC = 6 + 10

t.setTimeout(180_000)

const env = { TRUST_PROXY: '127.0.0.1' }
const server = await ServerProcess.start({ dataDir: scratch(t), script: CHEAP_SERVER, env })
t.teardown(() => server.kill())

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

class ReverseProxy {
  readonly #port: number
  readonly #program: ChildProcess

  private constructor(port: number, program: ChildProcess) {
    this.#port = port
    this.#program = program
  }

  /** Starts a program that will listen at the port. */
  static async start(
    port: number,
    [program, ...words]: readonly [string, ...string[]],
    env: NodeJS.ProcessEnv = process.env,
  ): Promise<ReverseProxy> {
    const child = spawn(program, words, { stdio: 'ignore', env })
    const end = () => child.kill('SIGTERM')
    process.once('exit', end)
    child.once('close', () => process.off('exit', end))
    const proxy = new ReverseProxy(port, child)
    while (!(await proxy.#listens())) await moment()
    return proxy
  }

  async stop(): Promise<void> {
    const ended = once(this.#program, 'close')
    this.#program.kill('SIGTERM')
    await ended
  }

  async ask(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
    body: string | Buffer = '',
  ): Promise<Answer> {
    const sent = this.#request(method, path, headers)
    sent.end(body)
    const [answer] = await once(sent, 'response')
    const parts: Buffer[] = []
    for await (const part of answer) parts.push(part)
    const { statusCode: status, headers: told } = answer
    return { status, headers: told, body: Buffer.concat(parts).toString('utf8') }
  }

  /** A live socket, just after its upgrade. */
  async socket(path: string, headers: Readonly<Record<string, string>>): Promise<Duplex> {
    const upgrade = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' }
    const key = { 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==' }
    const sent = this.#request('GET', path, { ...upgrade, ...key, ...headers })
    sent.end()
    return new Promise((resolve, reject) => {
      sent.once('upgrade', (_answer, socket) => resolve(socket))
      sent.once('response', ({ statusCode }) => reject(new Error(`no socket: ${statusCode}`)))
    })
  }

  #request(method: string, path: string, headers: Readonly<Record<string, string>>) {
    return request({
      host: '127.0.0.1',
      port: this.#port,
      localAddress: CLIENT,
      method,
      path,
      headers: { Host: NAME, ...headers },
      rejectUnauthorized: false,
    })
  }

  async #listens(): Promise<boolean> {
    const socket = connect(this.#port, '127.0.0.1')
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'close').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    return isOpen
  }
}

function certificateIn(directory: string): void {
  writeFileSync(join(directory, 'fullchain.pem'), PAIR_A.certificate)
  writeFileSync(join(directory, 'privkey.pem'), PAIR_A.key, { mode: 0o600 })
}

/** The configuration as it is, but for its ports, its certificate and the addresses of IPv6. */
async function startNginx(directory: string, server: number): Promise<ReverseProxy> {
  const [plain, secure] = [await freePort(), await freePort()]
  for (const name of ['temp', 'logs']) mkdirSync(join(directory, name))
  certificateIn(directory)
  const own = readFileSync(CONFIGURATION, 'utf8')
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443', `listen 127.0.0.1:${secure}`)
    .replaceAll(`/etc/letsencrypt/live/${NAME}`, directory)
    .replace('127.0.0.1:8080', `127.0.0.1:${server}`)
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const temps = kinds.map((kind) => `${kind}_temp_path ${directory}/temp/${kind};`)
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const whole = `daemon off; pid ${directory}/nginx.pid; error_log ${directory}/error.log; ${user}
events {}
http { access_log off; ${temps.join(' ')}
${own}}
`
  const file = join(directory, 'nginx.conf')
  writeFileSync(file, whole)
  execFileSync(NGINX, ['-t', '-p', directory, '-c', file], { stdio: 'ignore' })
  return ReverseProxy.start(secure, [NGINX, '-p', directory, '-c', file])
}

/** The configuration as it is, but for its port and its certificate, which it would get from the network. */
async function startCaddy(directory: string, server: number): Promise<ReverseProxy> {
  const secure = await freePort()
  certificateIn(directory)
  const tls = `tls ${directory}/fullchain.pem ${directory}/privkey.pem`
  const own = readFileSync(CADDYFILE, 'utf8')
    .replace(`${NAME} {`, `https://${NAME}:${secure} {\n\tbind 127.0.0.1\n\t${tls}\n`)
    .replace('127.0.0.1:8080', `127.0.0.1:${server}`)
  const file = join(directory, 'Caddyfile')
  writeFileSync(file, `{\n\tadmin off\n\tauto_https off\n}\n${own}`)
  const env = { ...process.env, HOME: directory }
  const words = ['--config', file, '--adapter', 'caddyfile']
  execFileSync(CADDY, ['validate', ...words], { stdio: 'ignore', env })
  return ReverseProxy.start(secure, [CADDY, 'run', ...words], env)
}

/** The configuration as it is, but for its ports, its certificate, how many it has room for, and its nodes, of which one is not there. */
async function startHaproxy(directory: string, server: number): Promise<ReverseProxy> {
  const [plain, secure, nobody] = [await freePort(), await freePort(), await freePort()]
  const pair = join(directory, 'trade.pem')
  writeFileSync(pair, `${PAIR_A.certificate}\n${PAIR_A.key}`, { mode: 0o600 })
  const own = readFileSync(TWO_NODES, 'utf8')
    .replaceAll('maxconn 20000', 'maxconn 200')
    .replace('bind :80\n', `bind 127.0.0.1:${plain}\n`)
    .replace('bind :443', `bind 127.0.0.1:${secure}`)
    .replace('/etc/haproxy/trade.pem', pair)
    .replace('10.0.0.11:8080', `127.0.0.1:${nobody}`)
    .replace('10.0.0.12:8080', `127.0.0.1:${server}`)
  const file = join(directory, 'haproxy.cfg')
  writeFileSync(file, own)
  execFileSync(HAPROXY, ['-c', '-f', file], { stdio: 'ignore' })
  const proxy = await ReverseProxy.start(secure, [HAPROXY, '-db', '-f', file])
  // Until the first looks at both it takes them for well.
  while ((await proxy.ask('GET', '/health')).status !== 200) await moment()
  return proxy
}

/** One text frame of a client, whose mask changes nothing. */
function frameOf(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x81, 0x80 | bytes.length, 0, 0, 0, 0]), bytes])
}

async function heard(socket: Duplex, what: string): Promise<void> {
  let told = ''
  while (!told.includes(what)) {
    const [bytes] = await once(socket, 'data')
    told += String(bytes)
  }
}

for (const [name, program, start] of [
  ['nginx', NGINX, startNginx],
  ['caddy', CADDY, startCaddy],
  ['haproxy', HAPROXY, startHaproxy],
] as const) {
  const skip = existsSync(program) ? false : `${name} is not installed`
  t.test(`behind ${name} all works as without it`, { skip }, (t) => allWorks(t, start))
}

async function allWorks(t: Test, start: typeof startNginx): Promise<void> {
  const proxy = await start(scratch(t), server.port)
  t.teardown(() => proxy.stop())
  const json = { 'Content-Type': 'application/json' }

  const body = JSON.stringify({ login: 1, password: ADMIN_PASSWORD, terminal: 'manager' })
  const forged = { 'X-Forwarded-For': '192.0.2.7', 'X-Forwarded-Proto': 'http' }
  const login = await proxy.ask('POST', '/admin/v1/auth/login', { ...json, ...forged }, body)
  t.equal(login.status, 200, login.body)
  const cookies = login.headers['set-cookie'] ?? []
  t.equal(cookies.length, 2)
  for (const cookie of cookies) t.match(cookie, /; Secure$/)
  t.match(login.headers['strict-transport-security'], /max-age/)
  const staff = {
    Cookie: cookies.map((line) => line.split(';')[0]).join('; '),
    'X-CSRF-Token': JSON.parse(login.body).data.csrf_token as string,
  }

  const sessions = JSON.parse((await proxy.ask('GET', '/admin/v1/auth/sessions', staff)).body)
  const addresses = sessions.data.map(({ address }: { readonly address: string }) => address)
  t.ok(addresses.length > 0)
  t.same(
    addresses.filter((address: string) => address !== CLIENT),
    [],
    'the client’s address, not the proxy’s nor a forged one',
  )
  t.same(JSON.parse((await proxy.ask('GET', '/health')).body), { status: 'ok' }, 'and no more')

  const origin = { Origin: `https://${NAME}` }
  const socket = await proxy.socket('/admin/v1/socket', { ...staff, ...origin })
  socket.write(frameOf('{"id":7,"op":"ping"}'))
  await heard(socket, '"id":7,"code":"ok"')
  t.pass('the live socket answers')
  socket.destroy()

  const edge = 'a-part-of-the-test'
  const rows = Buffer.alloc(3 * 1024 * 1024, 'x')
  const head = `--${edge}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n`
  const file = Buffer.concat([Buffer.from(head), rows, Buffer.from(`\r\n--${edge}--\r\n`)])
  const multipart = { 'Content-Type': `multipart/form-data; boundary=${edge}` }
  const path = '/admin/v1/accounts/import/file'
  const uploaded = await proxy.ask('POST', path, { ...staff, ...multipart }, file)
  t.match(JSON.parse(uploaded.body), {
    code: 'invalid_input',
    data: { fields: [{ path: /file/ }] },
  })
}

t.test(
  'HAProxy closes the sockets of a node that is frozen, so that their owners dial again',
  { skip: existsSync(HAPROXY) ? false : 'haproxy is not installed' },
  async (t) => {
    const staff = await server.signInStaff()
    const proxy = await startHaproxy(scratch(t), server.port)
    t.teardown(() => proxy.stop())
    const socket = await proxy.socket('/admin/v1/socket', {
      ...staff.headers,
      Origin: `https://${NAME}`,
    })
    process.kill(server.pid, 'SIGSTOP')
    const frozen = performance.now()
    socket.resume()
    await once(socket, 'close')
    const sec = (performance.now() - frozen) / 1000
    t.ok(sec < CLOSED_WITHIN_SEC, `${sec.toFixed(1)} s`)
    t.equal((await proxy.ask('GET', '/health')).status, 503, 'nobody is there')
    process.kill(server.pid, 'SIGCONT')
    while ((await proxy.ask('GET', '/health')).status !== 200) await moment()
    t.pass('and it is back when it wakes')
  },
)

t.test('the largest body of a route goes through', (t) => {
  const conf = readFileSync(CONFIGURATION, 'utf8')
  const mib = Number(/client_max_body_size (\d+)m;/.exec(conf)?.[1])
  const largest = Math.max(...catalog.map(({ bodyBytesMax }) => bodyBytesMax))
  t.ok(mib * 1024 * 1024 >= largest, `${mib} MiB for ${largest} bytes`)
  const caddy = readFileSync(CADDYFILE, 'utf8')
  t.match(caddy, `max_size ${mib}MiB`)
  t.end()
})

t.test('HTTP/1.0, which nginx speaks when it is not told otherwise, is 505', async (t) => {
  const socket = connect(server.port, '127.0.0.1')
  socket.write('GET /health HTTP/1.0\r\nHost: x\r\n\r\n')
  await heard(socket, '505 HTTP Version Not Supported')
  t.pass('so operators are told to set proxy_http_version')
  socket.destroy()
})
