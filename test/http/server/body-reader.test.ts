import type { HttpResponse } from 'uWebSockets.js'
import t from 'tap'
import { BodyReader, Call, type ReadBody } from '../../../http/server/body-reader.js'

// Bodies that arrive in parts, without sockets: the bound of each, that of all, and what is kept meanwhile.

type OnData = (chunk: ArrayBuffer, isLast: boolean) => void

/** One body that is read, and the parts that the library brings of it. */
function reading(reader: BodyReader, bytesMax: number) {
  const call = new Call()
  const told: unknown[] = []
  let onData: OnData = () => undefined
  let closed = 0
  const response = {
    onData: (heard: OnData) => (onData = heard),
    close: () => closed++,
  } as unknown as HttpResponse
  reader.read(response, call, bytesMax, (body: ReadBody) => {
    told.push(typeof body === 'string' ? body : Buffer.from(body).toString('latin1'))
  })
  return {
    call,
    told,
    closed: () => closed,
    /** The library takes the memory back after the call. */
    part: (text: string, isLast = false): void => {
      const chunk = new Uint8Array(Buffer.from(text)).buffer
      onData(chunk, isLast)
      new Uint8Array(chunk).fill(0)
    },
  }
}

t.test('a body is whole whatever its parts, and nothing of it is kept after it', (t) => {
  const reader = new BodyReader()
  const one = reading(reader, 6)
  one.part('abcdef', true)
  t.same([one.told, reader.held, one.call.drop], [['abcdef'], 0, null])
  const two = reading(reader, 6)
  two.part('abc')
  t.same([two.told, reader.held, typeof two.call.drop], [[], 3, 'function'])
  two.part('de')
  t.equal(reader.held, 6, 'memory that grows by itself')
  two.part('f', true)
  t.same([two.told, reader.held, two.call.drop], [['abcdef'], 0, null])
  const none = reading(reader, 0)
  none.part('', true)
  t.same([none.told, reader.held], [[''], 0])
  t.end()
})

t.test('one byte beyond the bound of the route is refused once, and nothing more is heard', (t) => {
  const reader = new BodyReader()
  const whole = reading(reader, 5)
  whole.part('abcdef', true)
  t.same(whole.told, ['too_large'])
  const parts = reading(reader, 5)
  parts.part('abc')
  parts.part('def')
  t.same([parts.told, reader.held, parts.call.drop], [['too_large'], 0, null])
  parts.part('g')
  parts.part('', true)
  t.same([parts.told, reader.held], [['too_large'], 0])
  t.end()
})

t.test('all bodies that are arriving have one bound, which one in one piece needs not', (t) => {
  const reader = new BodyReader(6)
  const first = reading(reader, 100)
  first.part('abcd')
  const second = reading(reader, 100)
  second.part('ef')
  t.same([second.told, reader.held], [[], 6])
  second.part('g')
  t.same([second.told, reader.held], [['full'], 4], 'what it held is free again')
  const third = reading(reader, 100)
  third.part('abcdefgh', true)
  t.same([third.told, reader.held], [['abcdefgh'], 4])
  first.part('xy', true)
  t.same([first.told, reader.held], [['abcdxy'], 0])
  t.end()
})

t.test('of a client that has gone nothing is kept, and nobody is told', (t) => {
  const reader = new BodyReader()
  const gone = reading(reader, 100)
  const stays = reading(reader, 100)
  gone.part('abc')
  stays.part('de')
  gone.call.isOver = true
  gone.call.drop?.()
  t.equal(reader.held, 2)
  gone.call.drop?.()
  t.equal(reader.held, 2, 'once')
  gone.part('fgh', true)
  t.same([gone.told, reader.held], [[], 2])
  t.end()
})

t.test('parts that are too small on average are refused, and not heard for long', (t) => {
  const reader = new BodyReader()
  const crumbs = reading(reader, 1_000_000)
  for (let n = 0; n < 260; n++) crumbs.part('x')
  t.same([crumbs.told, reader.held], [[], 512])
  crumbs.part('x')
  t.same([crumbs.told, reader.held, crumbs.closed()], [['crumbs'], 0, 0])
  for (let n = 0; n < 256; n++) crumbs.part('x')
  t.equal(crumbs.closed(), 0)
  crumbs.part('x')
  t.same([crumbs.told, crumbs.closed()], [['crumbs'], 1])
  const small = reading(reader, 1_000_000)
  for (let n = 0; n < 10_000; n++) small.part('x'.repeat(64))
  small.part('', true)
  t.equal(String(small.told[0]).length, 640_000)
  t.end()
})
