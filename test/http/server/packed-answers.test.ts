import { once } from 'node:events'
import { request as ask, type IncomingMessage } from 'node:http'
import { createGunzip, gunzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { systemClock } from '../../../actors/thread/clock.js'
import {
  PACKED_AT_ONCE_MAX,
  PACKED_FROM_BYTES,
  PACKING_BYTES_MAX,
} from '../../../engine/limits/front.js'
import { catalog } from '../../../http/catalog.js'
import type { PlainAnswer } from '../../../http/exchange/request.js'
import { nameOf } from '../../../http/pipeline/route.js'
import { type FrontRoute, rawRoute, route } from '../../../http/routes/route.js'
import { takesGzip } from '../../../http/server/accepted-encoding.js'
import { PackedAnswers } from '../../../http/server/packed-answers.js'
import { HttpServer } from '../../../http/server/server.js'
import type { ByteSource } from '../../../wire/answer/byte-source.js'
import { JsonText } from '../../../wire/answer/envelope.js'
import { jsonOf } from '../../../wire/format/json-parts.js'
import { AnyText, View } from '../../../wire/types/scalars.js'
import { pipeline, request } from '../given.js'

// Answers packed on their way, over real sockets: which, for whom, how much at once, and that they are the same.

const CSV = 'text/csv; charset=utf-8'
const LONG = 'the same line again and again, número 1\n'.repeat(2000)

/** Lines of CSV from a source, in parts of its own. */
class Lines implements ByteSource {
  readonly bytes: number
  readonly failsAt: number
  parts = 0
  closed = 0
  readonly #part = Buffer.allocUnsafe(64 * 1024)
  #at = 0

  constructor(bytes: number, failsAt = Number.POSITIVE_INFINITY) {
    this.bytes = bytes
    this.failsAt = failsAt
  }

  async next(): Promise<Uint8Array | null> {
    await new Promise((resolve) => setImmediate(resolve))
    if (this.#at >= this.failsAt) throw new Error('it breaks here')
    const length = Math.min(this.#part.length, this.bytes - this.#at)
    if (length === 0) return null
    this.parts++
    // The same memory for each, as a file is read.
    for (let at = 0; at < length; at++) this.#part[at] = byteAt(this.#at + at)
    this.#at += length
    return this.#part.subarray(0, length)
  }

  close(): void {
    this.closed++
  }
}

/** Neither all the same nor without any likeness. */
function byteAt(at: number): number {
  return 48 + (((at * 31) ^ (at >> 7) ^ (at >> 13)) & 15)
}

const open = { audience: 'public', summary: '', method: 'GET' } as const

async function serving(test: Test, more: readonly FrontRoute[] = []) {
  const text = (path: string, mediaType: string, body: string | Uint8Array, secret = false) =>
    rawRoute({
      ...open,
      path,
      media: mediaType,
      answersSecrets: secret,
      handle: () => ({ mediaType, body }),
    })
  const json = route({
    ...open,
    path: '/json',
    data: View({ text: AnyText }),
    handle: async () => new JsonText(jsonOf({ text: LONG })),
  })
  const routes = [
    json,
    text('/csv', CSV, LONG),
    text('/html', 'text/html', Buffer.from(LONG)),
    text('/plain', 'text/plain', LONG),
    text('/secret', CSV, LONG, true),
    rawRoute({
      ...open,
      path: '/this-secret',
      media: CSV,
      handle: () => ({ mediaType: CSV, body: LONG, isSecret: true }),
    }),
    text('/short', CSV, 'x'.repeat(PACKED_FROM_BYTES)),
    text('/longer', CSV, 'x'.repeat(PACKED_FROM_BYTES + 1)),
    text('/wide', CSV, 'é'.repeat(PACKED_FROM_BYTES / 2 + 1)),
    ...more,
  ]
  const server = new HttpServer({
    host: '127.0.0.1',
    port: 0,
    pipeline: pipeline(routes),
    clock: systemClock(),
  })
  const port = await server.listen()
  test.teardown(() => server.stop(0))
  return { server, port }
}

async function take(port: number, path: string, accept?: string, method = 'GET') {
  const headers = accept === undefined ? {} : { 'accept-encoding': accept }
  const asked = ask({ port, path, method, headers, host: '127.0.0.1' })
  asked.end()
  const [answer] = await once(asked, 'response')
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part)
  const { 'content-encoding': encoding, vary, 'content-length': length } = answer.headers
  return { bytes: Buffer.concat(parts), encoding, vary, length, status: answer.statusCode }
}

t.test('weights of encodings are understood', (t) => {
  const yes = ['gzip', 'GZIP', 'br, gzip', 'gzip;q=0.5', 'gzip ; q=1.0', '*', 'x-gzip', '*;q=0.1']
  const no = [
    '',
    'br',
    'gzip;q=0',
    'gzip;q=0.000',
    '*;q=0',
    'gzip;q=0, *',
    'identity',
    'gzip;q=2',
    'gzip;q=x',
    'gzipped',
    'gzip;q=0.5, identity;q=0.9',
    'deflate;q=1, gzip; q=0.0',
  ]
  for (const header of yes) t.equal(takesGzip(header), true, header)
  for (const header of no) t.equal(takesGzip(header), false, header)
  t.equal(takesGzip(undefined), false)
  t.end()
})

t.test('JSON, CSV and HTML are packed for who takes it, and are the same', async (t) => {
  const { port, server } = await serving(t)
  for (const path of ['/json', '/csv', '/html', '/longer', '/wide']) {
    const [plain, packed] = [await take(port, path), await take(port, path, 'gzip, br')]
    t.match(plain, { status: 200, encoding: undefined, vary: 'accept-encoding' }, path)
    t.match(packed, { status: 200, encoding: 'gzip', vary: 'accept-encoding' }, path)
    t.ok(packed.bytes.length < plain.bytes.length / 5, `${path}: ${packed.bytes.length} bytes`)
    const text = (bytes: Buffer): string => String(bytes).replace(/"request_id":"[^"]*"/, '')
    t.equal(text(gunzipSync(packed.bytes)), text(plain.bytes))
    t.match(await take(port, path, 'gzip;q=0'), { encoding: undefined, vary: 'accept-encoding' })
    const head = await take(port, path, 'gzip', 'HEAD')
    t.match(head, { encoding: 'gzip', vary: 'accept-encoding', status: 200 })
    // Request ids differ, and with them by some bytes what JSON is packed to.
    t.ok(Math.abs(Number(head.length) - packed.bytes.length) < 20, path)
    t.equal((await take(port, path, undefined, 'HEAD')).length, String(plain.bytes.length))
  }
  t.equal(server.packed.packed, 10)
  t.same([server.packed.held, server.packed.passed, server.open], [0, 0, 0])
})

t.test('what is short, of another kind or secret goes as it is', async (t) => {
  const { port, server } = await serving(t)
  for (const path of ['/short', '/plain', '/secret', '/this-secret', '/nowhere']) {
    const { encoding, vary, bytes } = await take(port, path, 'gzip')
    t.same([encoding, vary], [undefined, undefined], path)
    t.ok(bytes.length > 50)
  }
  t.equal(server.packed.packed, 0)
})

t.test('no route that answers a secret packs it', (t) => {
  const secret = /token|secret|password|csrf|otp|recovery/
  /** Names of texts in an answer; what a flag or a number is called says no secret. */
  const names = (schema: unknown): string[] => {
    if (typeof schema !== 'object' || schema === null) return []
    const { properties = {} } = schema as { properties?: Record<string, { type?: string }> }
    const own = Object.entries(properties).flatMap(([name, { type = 'string' }]) =>
      type === 'string' && !name.endsWith('_until') ? [name] : [],
    )
    return [...own, ...Object.values(schema).flatMap(names)]
  }
  const found = catalog.filter(({ data }) => names(data).some((name) => secret.test(name)))
  t.ok(found.length >= 6)
  for (const one of found) t.equal(one.answersSecrets, true, nameOf(one))
  const marked = catalog.filter(({ answersSecrets }) => answersSecrets)
  t.same(marked.map(nameOf).sort(), [
    'GET /admin/v1/auth/me',
    'GET /trader/v1/auth/me',
    'POST /admin/v1/accounts',
    'POST /admin/v1/accounts/import',
    'POST /admin/v1/accounts/import/file',
    'POST /admin/v1/accounts/{login}/passwords',
    'POST /admin/v1/accounts/{login}/sign-in-link',
    'POST /admin/v1/api-keys',
    'POST /admin/v1/api-keys/{id}/rotate',
    'POST /admin/v1/auth/login',
    'POST /admin/v1/auth/otp/confirm',
    'POST /admin/v1/auth/otp/enrol',
    'POST /admin/v1/auth/refresh',
    'POST /admin/v1/confirmations',
    'POST /admin/v1/webhooks',
    'POST /admin/v1/webhooks/{id}/rotate-secret',
    'POST /trader/v1/auth/link',
    'POST /trader/v1/auth/login',
    'POST /trader/v1/auth/otp/confirm',
    'POST /trader/v1/auth/otp/enrol',
    'POST /trader/v1/auth/refresh',
    'POST /trader/v1/me/api-password',
  ])
  t.end()
})

const LARGE: PlainAnswer = {
  status: 200,
  mediaType: CSV,
  headers: [],
  mayPack: true,
  body: LONG,
}
const TAKES = request({ headers: { 'accept-encoding': 'gzip' } })

t.test(
  'a refusal, what is made once for all, and what no route marks go as they are',
  async (t) => {
    const packed = new PackedAnswers()
    const { mayPack: _, ...unmarked } = LARGE
    for (const one of [
      unmarked,
      { ...LARGE, mayPack: false },
      { ...LARGE, isShared: true },
      ...[201, 304, 404].map((status) => ({ ...LARGE, status })),
    ]) {
      t.equal(packed.pack(TAKES, one), one)
    }
    t.same([packed.held, packed.packed, packed.passed], [0, 0, 0])
  },
)

t.test('beyond the bound of what is packed at once an answer goes as it is', async (t) => {
  const packed = new PackedAnswers()
  const body = Buffer.alloc(PACKING_BYTES_MAX / 4, 'some text ')
  const begun = Array.from({ length: 4 }, () => packed.pack(TAKES, { ...LARGE, body }))
  t.ok(begun.every((one) => one instanceof Promise))
  t.equal(packed.held, PACKING_BYTES_MAX)
  const more = packed.pack(TAKES, LARGE) as PlainAnswer
  t.same([more.body, more.headers], [LONG, [['vary', 'accept-encoding']]])
  t.equal(packed.passed, 1)
  for (const one of await Promise.all(begun)) {
    t.ok(gunzipSync(one.body as Buffer).equals(body))
  }
  t.same([packed.held, packed.packed], [0, 4])
  t.ok(packed.pack(TAKES, LARGE) instanceof Promise, 'there is room again')
  t.ok(PACKED_AT_ONCE_MAX < 4, 'threads are left for files')
})

async function streaming(test: Test, sources: readonly Lines[]) {
  const waiting = [...sources]
  const streamed = rawRoute({
    ...open,
    path: '/streamed',
    media: CSV,
    handle: async () => {
      const source = waiting.shift()
      if (source === undefined) throw new Error('more was asked for than there is')
      return { mediaType: CSV, body: '', source }
    },
  })
  return serving(test, [streamed])
}

function expected(bytes: number): Buffer {
  return Buffer.from(Uint8Array.from({ length: bytes }, (_, at) => byteAt(at)))
}

t.test('what comes from a source is one stream, whole, and the connection goes on', async (t) => {
  const sizes = [5 * 64 * 1024, 3 * 64 * 1024 + 17, PACKED_FROM_BYTES + 1]
  const sources = sizes.map((bytes) => new Lines(bytes))
  const { port, server } = await streaming(t, sources)
  for (const bytes of sizes) {
    const { bytes: packed, encoding, length } = await take(port, '/streamed', 'gzip')
    t.same([encoding, length], ['gzip', undefined])
    t.ok(packed.length < bytes)
    t.ok(gunzipSync(packed).equals(expected(bytes)), `${bytes} bytes as ${packed.length}`)
    const short = await fetch(`http://127.0.0.1:${port}/short`)
    t.equal((await short.text()).length, PACKED_FROM_BYTES)
  }
  t.same(
    sources.map(({ closed }) => closed),
    [1, 1, 1],
  )
  t.same([server.open, server.sourced.count, server.packed.packed], [0, 0, 3])
})

t.test('who takes nothing of it makes it wait, whoever leaves ends it', async (t) => {
  const [slow, gone, head] = [1, 2, 3].map(() => new Lines(256 * 1024 * 1024))
  if (slow === undefined || gone === undefined || head === undefined) return
  const { port, server } = await streaming(t, [slow, gone, head])
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  /** Reads nothing until it is told to. */
  const begin = async () => {
    const headers = { 'accept-encoding': 'gzip' }
    const asked = ask({ port, path: '/streamed', headers, host: '127.0.0.1' })
    asked.on('error', () => undefined)
    asked.end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    answer.on('error', () => undefined)
    return { asked, answer }
  }
  const { asked, answer } = await begin()
  t.match(answer.headers, { 'transfer-encoding': 'chunked', 'content-encoding': 'gzip' })
  let parts = -1
  for (let quiet = 0; quiet < 500; parts = slow.parts) {
    await turn()
    quiet = slow.parts === parts ? quiet + 1 : 0
  }
  t.ok(parts < 3000, `${parts} parts of 4,096 were asked for`)
  // It goes on where it was once something is read.
  const unpacked = createGunzip()
  let [got, wrong] = [0, 0]
  unpacked.on('data', (bytes: Buffer) => {
    for (let at = 0; at < bytes.length; at += 97) if (bytes[at] !== byteAt(got + at)) wrong++
    got += bytes.length
  })
  unpacked.on('error', () => undefined)
  answer.pipe(unpacked)
  while (got < (parts + 100) * 64 * 1024) await turn()
  t.equal(wrong, 0)
  asked.destroy()
  while (slow.closed === 0) await turn()
  const leaving = await begin()
  leaving.asked.destroy()
  while (gone.closed === 0) await turn()
  const { encoding, length } = await take(port, '/streamed', 'gzip', 'HEAD')
  t.same([encoding, length], ['gzip', undefined])
  t.same([head.parts, head.closed], [0, 1])
  while (server.open > 0) await turn()
  t.equal(server.sourced.count, 0)
})

t.test('a source that breaks ends the connection before the stream is whole', async (t) => {
  const source = new Lines(20 * 64 * 1024, 5 * 64 * 1024)
  const { port, server } = await streaming(t, [source])
  await t.rejects(take(port, '/streamed', 'gzip'))
  t.same([source.closed, server.sourced.failed], [1, 1])
})
