import type { HttpResponse } from 'uWebSockets.js'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import t, { type Test } from 'tap'
import { systemClock } from '../../../actors/thread/clock.js'
import { rawRoute } from '../../../http/routes/route.js'
import { Call } from '../../../http/server/body-reader.js'
import { HttpServer } from '../../../http/server/server.js'
import { SourcedAnswers } from '../../../http/server/sourced-answers.js'
import type { ByteSource } from '../../../wire/answer/byte-source.js'
import { until } from '../../given/desk.js'
import { settled } from '../../given/timed-clock.js'
import { pipeline } from '../given.js'

// Answers that come from a source, over real sockets: whole, as fast as they are read, in flat memory.

const PART = 64 * 1024
const MIB = 1024 * 1024

/** Bytes that tell where they are. */
class Counting implements ByteSource {
  readonly bytes: number
  readonly failsAt: number
  parts = 0
  closed = 0
  readonly ends: string[] = []
  #at = 0

  constructor(bytes: number, failsAt = Number.POSITIVE_INFINITY) {
    this.bytes = bytes
    this.failsAt = failsAt
  }

  async next(): Promise<Uint8Array | null> {
    await new Promise((resolve) => setImmediate(resolve))
    if (this.#at >= this.failsAt) throw new Error('it breaks here')
    const length = Math.min(PART, this.bytes - this.#at)
    if (length === 0) return null
    this.parts++
    const part = numbered(this.#at, length)
    this.#at += length
    return part
  }

  sent(): void {
    this.ends.push('sent')
  }

  close(): void {
    this.closed++
    this.ends.push('closed')
  }
}

function numbered(from: number, length: number): Buffer {
  const part = Buffer.allocUnsafe(length)
  for (let at = 0; at < length; at++) part[at] = ((from + at) * 31 + ((from + at) >> 8)) & 0xff
  return part
}

async function serving(test: Test, sources: readonly Counting[]) {
  const waiting = [...sources]
  const open = { audience: 'public', summary: '', media: 'text/csv', method: 'GET' } as const
  const large = rawRoute({
    ...open,
    path: '/large',
    handle: async () => {
      const source = waiting.shift()
      if (source === undefined) throw new Error('more was asked for than there is')
      return { mediaType: 'text/csv', body: '', source }
    },
  })
  const small = rawRoute({
    ...open,
    path: '/small',
    handle: () => ({ mediaType: 'text/csv', body: 'small' }),
  })
  const clock = systemClock()
  const front = pipeline([large, small])
  const server = new HttpServer({ host: '127.0.0.1', port: 0, pipeline: front, clock })
  const port = await server.listen()
  test.teardown(() => server.stop(0))
  return { server, port }
}

/** A connection that reads nothing until it is told to. */
async function deaf(test: Test, port: number, method = 'GET'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => undefined)
  test.teardown(() => socket.destroy())
  await once(socket, 'connect')
  socket.pause()
  socket.write(`${method} /large HTTP/1.1\r\nHost: x\r\n\r\n`)
  return socket
}

/** Resolves when so many turns of the loop have brought no further part. */
async function still(source: Counting): Promise<void> {
  let parts = -1
  for (let quiet = 0; quiet < 500; ) {
    await new Promise((resolve) => setImmediate(resolve))
    quiet = source.parts === parts ? quiet + 1 : 0
    parts = source.parts
  }
}

t.test('who takes nothing holds one part, and gets every byte once it reads', async (t) => {
  const source = new Counting(200 * MIB + 7)
  const { server, port } = await serving(t, [source])
  const before = process.memoryUsage().rss
  const socket = await deaf(t, port)
  await until(() => source.parts > 0)
  await still(source)
  t.ok(source.parts * PART < 32 * MIB, `${source.parts} parts of 3,200 were asked for`)
  t.equal(server.sourced.count, 1)
  let [isHead, got, wrong, peak] = [true, 0, 0, 0]
  socket.on('data', (bytes: Buffer) => {
    let body = bytes
    if (isHead) {
      t.match(bytes.toString('latin1'), /^HTTP\/1.1 200 OK\r\n/)
      t.match(bytes.toString('latin1'), /content-length: 209715207\r\n/i)
      body = bytes.subarray(bytes.indexOf('\r\n\r\n') + 4)
      isHead = false
    }
    if (!body.equals(numbered(got, body.length))) wrong++
    got += body.length
    peak = Math.max(peak, process.memoryUsage.rss())
  })
  socket.resume()
  await until(() => got >= source.bytes)
  t.same([got, wrong, source.ends], [source.bytes, 0, ['sent', 'closed']])
  t.same([server.sourced.count, server.open], [0, 0])
  const grown = (peak - before) / MIB
  t.ok(grown < 100, `${grown.toFixed(0)} MiB more`)
  t.comment(`${grown.toFixed(0)} MiB more at the most, ${source.parts} parts`)
})

t.test('the connection goes on after it, also after an empty one', async (t) => {
  const sources = [new Counting(3 * PART), new Counting(1)]
  const { port } = await serving(t, sources)
  for (const { bytes } of sources) {
    const answer = await fetch(`http://127.0.0.1:${port}/large`)
    const body = Buffer.from(await answer.arrayBuffer())
    t.ok(body.equals(numbered(0, bytes)))
    t.equal(await (await fetch(`http://127.0.0.1:${port}/small`)).text(), 'small')
  }
  t.same(
    sources.map(({ closed }) => closed),
    [1, 1],
  )
})

t.test('a client that goes, and one that wants the head alone, close the source', async (t) => {
  const sources = [new Counting(200 * MIB), new Counting(200 * MIB)] as const
  const { port, server } = await serving(t, sources)
  const socket = await deaf(t, port)
  await until(() => sources[0].parts > 0)
  socket.destroy()
  await until(() => sources[0].closed > 0)
  const head = await deaf(t, port, 'HEAD')
  const parts: Buffer[] = []
  head.on('data', (part: Buffer) => parts.push(part))
  head.resume()
  await once(head, 'close')
  t.match(Buffer.concat(parts).toString('latin1'), /content-length: 209715200\r\n/i)
  t.same(
    sources.map(({ ends }) => ends),
    [['closed'], ['closed']],
    'neither was handed over whole',
  )
  t.equal(sources[1].parts, 0)
  await until(() => server.open === 0)
  t.equal(server.sourced.count, 0)
})

t.test('a source that breaks ends the connection, so that nobody takes it for whole', async (t) => {
  const source = new Counting(100 * PART, 3 * PART)
  const { port, server } = await serving(t, [source])
  const answer = await fetch(`http://127.0.0.1:${port}/large`)
  await t.rejects(answer.arrayBuffer())
  t.same([source.ends, server.sourced.failed, server.sourced.count], [['closed'], 1, 0])
  await until(() => server.open === 0)
})

/** An answer of such parts, and all that is done with it; `takes` says how many bytes the kernel takes each time. */
function sending(bytes: number | null, parts: readonly (string | Error)[], takes: number[] = []) {
  const seen: unknown[] = []
  const waiting = [...parts]
  let taken = 0
  let goOn: (offset: number) => boolean = () => true
  const take = (part: Uint8Array): boolean => {
    const now = takes.shift() ?? part.length
    taken += now
    return now === part.length
  }
  const response = {
    onWritable: (heard: typeof goOn) => {
      goOn = heard
    },
    cork: (work: () => void) => {
      seen.push('cork')
      work()
    },
    tryEnd: (part: Uint8Array, all: number) => {
      seen.push(`end ${all} with ${Buffer.from(part)}`)
      return [take(part), taken === all]
    },
    write: (part: Uint8Array) => {
      seen.push(`write ${Buffer.from(part)}`)
      return take(part)
    },
    end: () => seen.push('end'),
    close: () => seen.push('cut off'),
  } as unknown as HttpResponse
  const source: ByteSource = {
    bytes,
    next: async () => {
      seen.push('next')
      const part = waiting.shift() ?? null
      if (part instanceof Error) throw part
      return part === null ? null : Buffer.from(part)
    },
    sent: () => seen.push('sent'),
    close: () => seen.push('closed'),
  }
  const call = new Call()
  const answers = new SourcedAnswers()
  answers.send(response, call, source, () => {
    call.isOver = true
    seen.push('done')
  })
  /** What was done since the last look. */
  const done = async () => {
    await settled()
    return seen.splice(0)
  }
  return { answers, call, done, goOn: (offset: number) => goOn(offset) }
}

t.test('of a part that the kernel took in pieces the rest is sent, then the next', async (t) => {
  const one = sending(6, ['abc', 'def'], [1, 2, 1, 0])
  t.same(await one.done(), ['next', 'cork', 'end 6 with abc'])
  t.equal(one.goOn(1), true)
  t.same(await one.done(), ['end 6 with bc', 'next', 'cork', 'end 6 with def'])
  t.equal(one.goOn(4), false)
  t.same([await one.done(), one.answers.count], [['end 6 with ef'], 1])
  t.equal(one.goOn(4), false)
  t.same(await one.done(), ['end 6 with ef', 'sent', 'closed', 'done'])
  t.equal(one.goOn(6), true)
  t.same([await one.done(), one.answers.count, one.answers.failed], [[], 0, 0])
})

t.test('where the length is not known the next part waits until the last has gone', async (t) => {
  const one = sending(null, ['abc', 'def'], [1])
  t.same(await one.done(), ['next', 'cork', 'write abc'])
  t.equal(one.goOn(3), true)
  const rest = ['next', 'cork', 'write def', 'next', 'cork', 'end', 'sent', 'closed', 'done']
  t.same(await one.done(), rest)
  t.equal(one.goOn(6), true)
  t.same([await one.done(), one.answers.count, one.answers.failed], [[], 0, 0])
})

t.test('a source that breaks or ends too early is cut off, and counted once', async (t) => {
  for (const parts of [['abc', new Error('it breaks here')], ['abc']]) {
    const one = sending(6, parts)
    const begun = ['next', 'cork', 'end 6 with abc', 'next']
    t.same(await one.done(), [...begun, 'closed', 'cut off'])
    one.call.drop?.()
    t.same([await one.done(), one.answers.count, one.answers.failed], [[], 0, 1])
  }
})

t.test('who has gone is sent nothing more, and the source is closed', async (t) => {
  for (const part of ['abc', new Error('it breaks here')]) {
    const one = sending(6, [part])
    one.call.drop?.()
    one.call.isOver = true
    t.same(await one.done(), ['next', 'closed'])
    t.same([one.answers.count, one.answers.failed], [0, 0])
  }
})
