import type { HttpResponse } from 'uWebSockets.js'
import t from 'tap'
import type { PlainAnswer } from '../../../http/exchange/request.js'
import { typeAndHeaders } from '../../../http/server/answer-headers.js'
import { hasBody, Responder } from '../../../http/server/responder.js'
import { request } from '../given.js'

// The calls into the socket library that an answer is made of, in their order.

type Call = readonly unknown[]

/** A response that notes its calls; `isOver` is what the library says of the end of a body. */
function noted(isOver = true) {
  const calls: Call[] = []
  const note =
    (name: string) =>
    (...values: unknown[]) =>
      void calls.push([name, ...values])
  const response = {
    writeStatus: note('status'),
    writeHeader: note('header'),
    pause: note('pause'),
    end: note('end'),
    endWithoutBody: note('endWithoutBody'),
    close: note('close'),
    tryEnd: (...values: unknown[]) => {
      calls.push(['tryEnd', ...values])
      return [true, isOver]
    },
    cork: (work: () => void) => {
      calls.push(['cork'])
      work()
    },
  } as unknown as HttpResponse
  return { calls, response }
}

const ASKED = request({ path: '/x', requestId: 'r-1' })
const HEAD = { ...ASKED, method: 'HEAD' }
const OK: PlainAnswer = { status: 200, mediaType: 'text/plain', body: 'número', headers: [] }
const MISSING: PlainAnswer = { ...OK, status: 404, headers: [['x-more', 'y']] }
const head = (answer: PlainAnswer): Call => [
  'header',
  'content-type',
  typeAndHeaders(ASKED, answer),
]

t.test('an answer is its status where that is not the usual one, its headers and its body', (t) => {
  const responder = new Responder()
  const rows: [PlainAnswer, status: readonly Call[]][] = [
    [OK, []],
    [MISSING, [['status', '404 Not Found']]],
  ]
  for (const [answer, status] of rows) {
    for (const isOver of [true, false]) {
      const { calls, response } = noted(isOver)
      t.equal(responder.write(response, ASKED, answer), isOver)
      t.strictSame(calls, [...status, head(answer), ['tryEnd', 'número', 0]])
    }
    const { calls, response } = noted()
    responder.begin(response, ASKED, answer)
    t.strictSame(calls, [...status, head(answer)], 'whose body follows')
  }
  t.end()
})

t.test('the last answer of a connection ends it, and nothing more is read', (t) => {
  const responder = new Responder()
  const { calls, response } = noted()
  responder.writeLast(response, ASKED, MISSING)
  const begun = [['cork'], ['pause'], ['status', '404 Not Found'], head(MISSING)]
  t.strictSame(calls, [...begun, ['end', 'número', true]])
  const source = (bytes: number | null) =>
    ({ ...OK, body: '', source: { bytes } }) as unknown as PlainAnswer
  const rows: [PlainAnswer, length: number][] = [
    [OK, 7],
    [{ ...OK, body: Buffer.from('abc') }, 3],
    [source(1000), 1000],
  ]
  for (const [answer, length] of rows) {
    for (const isOver of [true, false]) {
      const one = noted(isOver)
      responder.writeLast(one.response, HEAD, answer)
      t.strictSame(one.calls, [
        ['cork'],
        ['pause'],
        head(answer),
        ['header', 'connection', 'close'],
        ['tryEnd', '', length],
        ...(isOver ? [] : [['close']]),
      ])
    }
  }
  const open = noted(false)
  responder.writeLast(open.response, HEAD, source(null))
  t.strictSame(open.calls, [
    ['cork'],
    ['pause'],
    head(OK),
    ['header', 'connection', 'close'],
    ['endWithoutBody'],
  ])
  t.end()
})

t.test('neither HEAD nor what its reader has already gets a body', (t) => {
  const known = { ...OK, status: 304 }
  t.same(
    [hasBody(ASKED, OK), hasBody(ASKED, MISSING), hasBody(ASKED, known), hasBody(HEAD, OK)],
    [true, true, false, false],
  )
  const { calls, response } = noted(false)
  new Responder().writeLast(response, ASKED, known)
  t.strictSame(calls.slice(3), [
    head(known),
    ['header', 'connection', 'close'],
    ['tryEnd', '', 7],
    ['close'],
  ])
  t.end()
})
