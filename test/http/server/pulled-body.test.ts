import type { HttpResponse } from 'uWebSockets.js'
import t from 'tap'
import { refuse } from '../../../engine/code.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { Admission } from '../../../http/pipeline/context.js'
import type { Pipeline } from '../../../http/pipeline/pipeline.js'
import { BodyReceiver } from '../../../http/pipeline/uploads/receiving.js'
import { Call } from '../../../http/server/body-reader.js'
import { PulledBody, takeUpload } from '../../../http/server/pulled-body.js'
import { settled, TimedClock } from '../../given/timed-clock.js'

// A body that is read as fast as somebody takes it, without sockets.

function given(bytesMax = Number.MAX_SAFE_INTEGER) {
  const call = new Call()
  const calls: string[] = []
  let onData: (chunk: ArrayBuffer, isLast: boolean) => void = () => undefined
  const response = {
    onData: (heard: typeof onData) => (onData = heard),
    pause: () => calls.push('pause'),
    resume: () => calls.push('resume'),
    close: () => calls.push('close'),
  } as unknown as HttpResponse
  const body = new PulledBody(response, call, bytesMax)
  return {
    body,
    call,
    calls,
    /** The library takes the memory back after the call. */
    part: (part: string | number, isLast = false): void => {
      const bytes = typeof part === 'string' ? Buffer.from(part) : Buffer.alloc(part)
      const chunk = new Uint8Array(bytes).buffer
      onData(chunk, isLast)
      new Uint8Array(chunk).fill(0)
    },
  }
}

const text = async (next: Promise<Buffer | null>) => (await next)?.toString() ?? null

/** What a wait has come to by now. */
async function soon<T>(wait: Promise<T>): Promise<T | 'waits'> {
  let found: T | 'waits' = 'waits'
  void wait.then((value) => {
    found = value
  })
  await settled()
  return found
}

t.test('the client rests from each part on until the next one is wanted', async (t) => {
  const { body, calls, part } = given()
  part('ab')
  t.same([calls, body.bytes, body.hasAll], [['pause'], 2, false])
  part('cd')
  t.same([calls, body.bytes], [['pause'], 4], 'it rests already')
  t.equal(await text(body.next()), 'abcd', 'what has come since, in one')
  t.same(calls, ['pause'])
  const next = body.next()
  t.equal(await soon(next), 'waits')
  t.same(calls, ['pause', 'resume'])
  part('ef')
  t.equal(await text(next), 'ef')
  t.same(calls, ['pause', 'resume', 'pause'])
  part('', true)
  t.same(calls, ['pause', 'resume', 'pause', 'resume'], 'the next request may come')
  t.same([body.bytes, body.hasAll, await body.next()], [6, true, null])
  part('', true)
  t.equal(calls.length, 4)
})

t.test('nobody waits for a client that has gone, or for what nobody wants', async (t) => {
  const gone = given()
  const next = gone.body.next()
  t.equal(await soon(next), 'waits')
  t.same([gone.body.isGone, gone.calls], [false, []], 'and it did not rest')
  gone.part('')
  t.equal(await soon(next), 'waits', 'nothing is no part')
  gone.call.drop?.()
  t.same([gone.body.isGone, await soon(next)], [true, null])
  gone.part('ab')
  t.equal(await gone.body.next(), null)
  const stopped = given()
  const last = stopped.body.next()
  await settled()
  stopped.body.stop()
  t.equal(await soon(last), null)
  stopped.part('ab')
  t.same([await stopped.body.next(), stopped.body.isGone], [null, false])
})

t.test('the rest is read over to its end, for a second or four megabytes', async (t) => {
  const clock = new TimedClock()
  const mib = 1024 * 1024
  const whole = given()
  whole.body.stop()
  const skipped = whole.body.skip(clock)
  whole.part(10)
  t.equal(await soon(skipped), 'waits', 'also after it was stopped')
  whole.part(10, true)
  t.equal(await soon(skipped), undefined)
  t.equal(clock.waits, undefined, 'no timer of it runs on')
  const slow = given()
  const waited = slow.body.skip(clock)
  slow.part(10)
  await clock.pass(999)
  t.equal(await soon(waited), 'waits')
  await clock.pass(1)
  t.equal(await soon(waited), undefined)
  const long = given()
  long.part(mib)
  const many = long.body.skip(clock)
  for (let i = 0; i < 4; i++) {
    await settled()
    long.part(mib)
  }
  t.equal(await soon(many), 'waits', 'just as much as is read')
  long.part(1)
  t.equal(await soon(many), undefined)
  t.equal(clock.waits, undefined)
})

/** An upload to a route that takes so many bytes, and what becomes of its parts. */
function uploading(refused?: object, bytesMax = 6) {
  const one = given(bytesMax)
  const seen: unknown[] = []
  let failure: unknown = null
  const receiver = Object.create(BodyReceiver.prototype, {
    onFailure: { value: () => undefined, writable: true },
    failure: { get: () => failure },
    write: { value: async (part: Buffer) => void seen.push(part.toString()) },
    abandon: { value: async () => void seen.push('abandoned') },
    fail: {
      value: (refusal: unknown) => {
        failure = refusal
        receiver.onFailure()
      },
    },
  })
  const answer = { status: 200 }
  const pipeline = {
    receive: async (...asked: unknown[]) => {
      seen.push(asked[1])
      return refused ?? receiver
    },
    finishUpload: async () => answer,
  } as unknown as Pipeline
  const admitted = { route: { bodyBytesMax: bytesMax } } as unknown as Admission
  const clock = new TimedClock()
  const taken = takeUpload(pipeline, admitted, one.body, 9, clock)
  return { ...one, seen, receiver, taken, answer, clock, failure: () => failure }
}

t.test('an upload is taken part by part to its end, and answered', async (t) => {
  const { part, taken, seen, answer, clock, failure } = uploading()
  part('abc')
  await settled()
  part('def', true)
  t.equal(await taken, answer)
  t.same([seen, failure(), clock.waits], [[9, 'abc', 'def'], null, undefined])
})

t.test('what is beyond the bound of its route is refused, and the rest read over', async (t) => {
  const { part, taken, seen, answer, failure } = uploading()
  part('abc')
  await settled()
  part('defg')
  t.equal(await soon(taken), 'waits', 'for the client to end')
  t.same([seen, failure()], [[9, 'abc'], because('too_large.body', { max: 6 })])
  part('h', true)
  t.equal(await taken, answer)
  t.same(seen, [9, 'abc'])
})

t.test('what is refused meanwhile waits for no more parts', async (t) => {
  const { part, taken, receiver, answer, clock } = uploading()
  await settled()
  receiver.fail(refuse('invalid_input', 'x'))
  t.equal(await soon(taken), 'waits')
  t.equal(clock.waits, 1000, 'the rest is read over')
  part('', true)
  t.equal(await taken, answer)
})

t.test('an upload whose client goes is given up and not answered', async (t) => {
  const { part, call, taken, seen } = uploading()
  part('abc')
  await settled()
  call.drop?.()
  t.equal(await taken, null)
  t.same(seen, [9, 'abc', 'abandoned'])
})

t.test('one that is not received is answered once the rest is read over', async (t) => {
  const refused = { status: 400 }
  const { part, taken, seen } = uploading(refused)
  part('abc')
  t.equal(await soon(taken), 'waits')
  part('', true)
  t.equal(await taken, refused)
  t.same(seen, [9])
})

t.test('a body in crumbs is refused and not read over; what floods on is closed', async (t) => {
  const { part, taken, seen, answer, failure, calls } = uploading(undefined, 1_000_000)
  await settled()
  for (let n = 0; n < 261; n++) part('x')
  t.equal(await taken, answer)
  t.match([seen, failure()], [[9], { code: 'invalid_input' }])
  for (let n = 0; n < 255; n++) part('x')
  t.notMatch(calls, ['close'])
  part('x')
  t.equal(calls.at(-1), 'close')
})
