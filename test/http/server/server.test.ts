import { connect } from 'node:net'
import t from 'tap'
import { systemClock } from '../../../actors/thread/clock.js'
import type { Pipeline } from '../../../http/pipeline/pipeline.js'
import { route } from '../../../http/routes/route.js'
import { ClientAddress } from '../../../http/server/client-address.js'
import { HttpServer, type ServerOptions } from '../../../http/server/server.js'
import { takesNewerParts } from '../../../wire/native-parts.js'
import * as S from '../../../wire/types/scalars.js'
import { pipeline } from '../given.js'

// Real bytes over a real socket: what only shows between the library and the pipeline.
const open = { audience: 'public', summary: '' } as const
const clock = systemClock()
/** The patience with what comes at once unless the machine is busy with something else. */
const PATIENCE_MS = 60_000
const gates = new Map<string, () => void>()
let reached = (): void => {}

const routes = [
  route({ ...open, method: 'GET', path: '/one', data: S.Int(0), handle: () => 1 }),
  route({
    ...open,
    method: 'POST',
    path: '/echo',
    bodyBytesMax: 100_000,
    body: S.Body({ text: S.Text(100_000) }),
    data: S.Int(0),
    handle: async ({ body }) => body.text.length,
  }),
  route({
    ...open,
    method: 'GET',
    path: '/wait',
    handle: () =>
      new Promise<null>((done) => {
        gates.set('wait', () => done(null))
        reached()
      }),
  }),
  route({
    ...open,
    method: 'GET',
    path: '/who',
    data: S.View({}),
    handle: ({ address, request }) => ({ address, secure: request.secure }),
  }),
  route({
    ...open,
    method: 'GET',
    path: '/who-later',
    data: S.View({}),
    handle: async ({ request }) => {
      await new Promise((resolve) => setImmediate(resolve))
      return {
        address: request.address,
        secure: request.secure,
        agent: request.headers['user-agent'],
      }
    },
  }),
]

async function serving(
  run: (port: number, server: HttpServer, front: Pipeline) => Promise<void>,
  over: Partial<ServerOptions> = {},
): Promise<void> {
  const front = pipeline(routes)
  const options = { host: '127.0.0.1', port: 0, pipeline: front, clock, ...over }
  const server = new HttpServer(options)
  const port = await server.listen()
  try {
    await run(port, server, front)
  } finally {
    await server.stop(100)
  }
}

/** Writes `parts` one after the other and reads until `answers` statuses came or the peer closed. */
function raw(
  port: number,
  parts: readonly string[],
  answers = 1,
): Promise<{ text: string; closed: boolean }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    const finish = (closed: boolean): void => {
      socket.destroy()
      resolve({ text, closed })
    }
    socket.setTimeout(PATIENCE_MS, () => reject(new Error(`no answer, so far: ${text}`)))
    socket.on('data', (data) => {
      text += data.toString()
      const bodies = text.match(/"request_id":"[^"]+"\}|<\/i>/g)?.length ?? 0
      const closes = /connection: close/i.test(text)
      if (bodies >= answers && !closes) finish(false)
    })
    socket.on('error', () => finish(true))
    socket.on('close', () => finish(true))
    const next = (at: number): void => {
      const part = parts[at]
      if (part !== undefined) socket.write(part, () => setImmediate(next, at + 1))
    }
    next(0)
  })
}

const post = (headers: string, path = '/echo'): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`
const statuses = (text: string): string[] =>
  text.match(/HTTP\/1\.1 \d{3}/g)?.map((s) => s.slice(9)) ?? []

t.test('every answer carries the headers that protect it', async (t) => {
  await serving(async (port) => {
    for (const path of ['/one', '/nowhere']) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`)
      const body = (await answer.json()) as { request_id: string }
      const expected = {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-request-id': body.request_id,
      }
      for (const [name, value] of Object.entries(expected)) t.equal(answer.headers.get(name), value)
      t.equal(answer.headers.get('strict-transport-security'), null, 'only with TLS')
      t.equal(answer.headers.get('uwebsockets'), null, 'nor what it is made of')
    }
  })
})

t.test('a request framed in two ways is refused and its connection closed', async (t) => {
  await serving(async (port) => {
    const body = '{"text":"a"}'
    const smuggled = 'GET /one HTTP/1.1\r\nHost: x\r\n\r\n'
    const framings = [
      'Content-Length: 12\r\nContent-Length: 12',
      'Content-Length: 12\r\nContent-Length: 48',
      'Content-Length: 0\r\nContent-Length: 12',
      'Content-Length: \r\nContent-Length: 12',
      'Content-Length: 12\r\nContent-Length: ',
      'Content-Length: 12\r\nTransfer-Encoding: chunked',
      'Transfer-Encoding: chunked\r\nContent-Length: 12',
      'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked',
      'Transfer-Encoding: gzip',
      'Transfer-Encoding: chunked, identity',
      'Content-Length: +12',
      'Content-Length: 5a',
      'Content-Length: 12, 12',
      'Content-Length: -1',
    ]
    for (const framing of framings) {
      for (const path of ['/echo', '/one', '/nowhere']) {
        const name = `${path} ${framing.replaceAll('\r\n', ' + ')}`
        const { text, closed } = await raw(port, [post(framing, path)], 2)
        t.same(statuses(text), ['400'], name)
        t.equal(closed, true)
        const followed = await raw(port, [post(framing, path) + body + smuggled], 2)
        t.equal(followed.closed, true)
        const others = statuses(followed.text).filter((status) => status !== '400')
        t.same(others, [], `${name}: what follows is not served`)
      }
    }
  })
})

t.test('a request with two hosts is refused', async (t) => {
  await serving(async (port) => {
    for (const hosts of ['Host: x\r\nHost: y', 'Host: x\r\nhost: x']) {
      const { text, closed } = await raw(port, [`GET /one HTTP/1.1\r\n${hosts}\r\n\r\n`])
      t.same(statuses(text), ['400'], hosts)
      // The library that Node 24 loads refuses it itself.
      if (!takesNewerParts) t.match(text, 'more than one Host')
      t.equal(closed, true)
    }
  })
})

t.test('a body is read in pieces, up to its bound and no further', async (t) => {
  await serving(async (port, server) => {
    const text = 'x'.repeat(60_000)
    const json = JSON.stringify({ text })
    const pieces = json.match(/.{1,7000}/g) ?? []
    const whole = await raw(port, [post(`Content-Length: ${json.length}`), ...pieces])
    t.match(whole.text, /"data":60000/)
    const chunks = pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`)
    const chunked = await raw(port, [post('Transfer-Encoding: chunked'), ...chunks, '0\r\n\r\n'])
    t.match(chunked.text, /"data":60000/)

    for (const [size, status] of [
      [100_000, '200'],
      [100_001, '413'],
    ] as const) {
      const exact = JSON.stringify({ text: 'x'.repeat(size - 11) })
      const halves = [exact.slice(0, 70_000), exact.slice(70_000)]
      const framed = halves.map((half) => `${half.length.toString(16)}\r\n${half}\r\n`)
      const answer = await raw(port, [post('Transfer-Encoding: chunked'), ...framed, '0\r\n\r\n'])
      t.same(statuses(answer.text), [status], `${exact.length} bytes in chunks`)
    }

    const declared = await raw(port, [post('Content-Length: 100001')])
    t.same(statuses(declared.text), ['413'], 'refused by its head alone')
    t.equal(declared.closed, true)
    const endless = Array.from({ length: 30 }, () => `1f40\r\n${'y'.repeat(8000)}\r\n`)
    const cut = await raw(port, [post('Transfer-Encoding: chunked'), ...endless])
    t.same(statuses(cut.text), ['413'], 'cut where the bound is passed, the end was never sent')
    t.equal(server.open, 0)
  })
})

t.test('a refused request leaves a connection that can go on', async (t) => {
  await serving(async (port) => {
    const parts = [post('Content-Length: 20000', '/nowhere'), 'z'.repeat(20_000)]
    const { text } = await raw(port, [...parts, 'GET /one HTTP/1.1\r\nHost: x\r\n\r\n'], 2)
    t.same(statuses(text), ['404', '200'])
    const get = 'GET /one HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello'
    const second = await raw(port, [get, 'GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n'], 2)
    t.same(statuses(second.text), ['200', '404'], 'the body of a GET is read over')
    const endless = await raw(port, [
      post('Transfer-Encoding: chunked', '/nowhere'),
      '5\r\nhello\r\n',
    ])
    t.same(
      [statuses(endless.text), endless.closed],
      [['404'], true],
      'but none whose end is unknown',
    )
  })
})

t.test('HEAD answers the head of GET', async (t) => {
  await serving(async (port) => {
    const url = `http://127.0.0.1:${port}/one`
    const head = await fetch(url, { method: 'HEAD' })
    const get = await fetch(url)
    t.equal(head.status, 200)
    t.equal(await head.text(), '')
    t.equal(head.headers.get('content-length'), get.headers.get('content-length'))
    await get.text()
    const options = await fetch(url, { method: 'OPTIONS' })
    t.same([options.status, options.headers.get('allow')], [405, 'GET, HEAD'])
    await options.text()
  })
})

t.test('a client that goes away leaves nothing behind', async (t) => {
  await serving(async (port, server, front) => {
    const started = new Promise<void>((resolve) => {
      reached = resolve
    })
    const socket = connect(port, '127.0.0.1')
    socket.write('GET /wait HTTP/1.1\r\nHost: x\r\n\r\n')
    await started
    t.equal(server.open, 1)
    const half = connect(port, '127.0.0.1')
    half.write(`${post('Content-Length: 50000')}{"text":"`)
    await until(() => server.open === 2)
    half.destroy()
    socket.destroy()
    await until(() => server.open === 0)
    gates.get('wait')?.()
    await until(() => front.inFlight === 0)
    t.equal((await fetch(`http://127.0.0.1:${port}/one`)).status, 200)
  })
})

t.test('stopping answers what is in flight and takes nothing new', async (t) => {
  await serving(async (port, server) => {
    const started = new Promise<void>((resolve) => {
      reached = resolve
    })
    const waiting = raw(port, ['GET /wait HTTP/1.1\r\nHost: x\r\n\r\n'])
    await started
    const stopped = server.stop(2000)
    await t.rejects(fetch(`http://127.0.0.1:${port}/one`))
    gates.get('wait')?.()
    const { text, closed } = await waiting
    t.same(statuses(text), ['200'])
    t.match(text, /connection: close/i)
    t.equal(closed, true)
    await stopped
  })
})

t.test('a taken port is said so', async (t) => {
  await serving(async (port) => {
    const second = new HttpServer({ host: '127.0.0.1', port, pipeline: pipeline(routes), clock })
    await t.rejects(second.listen(), /cannot listen .*: another program listens there/)
    await second.stop(10)
    // Of the block for documents, which no machine has.
    const away = new HttpServer({ host: '192.0.2.1', port, pipeline: pipeline(routes), clock })
    await t.rejects(away.listen(), /cannot listen .*: 192\.0\.2\.1 is no address of this machine/)
    await away.stop(10)
  })
})

t.test('a forwarded address is believed from a named proxy only', async (t) => {
  const who = async (port: number, headers: string, path = '/who'): Promise<unknown> => {
    const { text } = await raw(port, [`GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`])
    return (JSON.parse(text.slice(text.indexOf('{'))) as { data: unknown }).data
  }
  const forged = 'X-Forwarded-For: 1.1.1.1\r\nX-Forwarded-Proto: https\r\n'
  await serving(async (port) => {
    t.same(await who(port, forged), { address: '127.0.0.1', secure: false })
  })
  await serving(
    async (port) => {
      t.same(await who(port, forged), { address: '1.1.1.1', secure: true })
      const later = { address: '1.1.1.1', secure: true, agent: 'A' }
      t.same(
        await who(port, `${forged}User-Agent: A\r\n`, '/who-later'),
        later,
        'also after a wait',
      )
      const lines = 'X-Forwarded-For: 6.6.6.6\r\nX-Forwarded-For: 2.2.2.2, 10.0.0.9\r\n'
      t.same(
        await who(port, lines),
        { address: '2.2.2.2', secure: false },
        'all lines are one chain',
      )
      t.match(
        await who(port, `X-Forwarded-For:\r\n${lines}`),
        { address: '2.2.2.2' },
        'also behind an empty one',
      )
      t.match(
        await who(port, 'User-Agent: A\r\nUser-Agent: B\r\n', '/who-later'),
        { agent: 'A' },
        'of any other header the first line counts',
      )
    },
    { addresses: new ClientAddress(['127.0.0.1', '10.0.0.0/8']) },
  )
})

t.test('behind a proxy that speaks https, browsers are told to stay with it', async (t) => {
  const named = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.1' }
  const ask = async (port: number, headers: Record<string, string>) => {
    const answer = await fetch(`http://127.0.0.1:${port}/one`, { headers })
    await answer.text()
    return answer.headers.get('strict-transport-security')
  }
  await serving(
    async (port) => {
      t.equal(await ask(port, named), 'max-age=31536000; includeSubDomains')
      t.equal(await ask(port, { ...named, 'x-forwarded-proto': 'http' }), null)
    },
    { addresses: new ClientAddress(['127.0.0.1']) },
  )
  await serving(async (port) => {
    t.equal(await ask(port, named), null, 'a proxy nobody named')
  })
})

t.test('live sockets share the port, and their path is no route', async (t) => {
  const sockets: NonNullable<ServerOptions['sockets']> = (app) => {
    app.ws('/live', { open: (socket) => void socket.send('"request_id":"of the socket"}') })
  }
  await serving(
    async (port) => {
      const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n'
      const upgrade = `GET /live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n${key}\r\n`
      const { text } = await raw(port, [upgrade])
      t.same(statuses(text), ['101'])
      t.match(text, 'of the socket')
      const plain = await fetch(`http://127.0.0.1:${port}/live`)
      t.equal(plain.status, 404)
      await plain.text()
    },
    { sockets },
  )
})

/** Waits for the loop to bring `claim` about. */
async function until(claim: () => boolean): Promise<void> {
  const giveUpAt = performance.now() + PATIENCE_MS
  while (!claim() && performance.now() < giveUpAt) {
    await new Promise((resolve) => setImmediate(resolve))
  }
  t.ok(claim(), 'it came about')
}
