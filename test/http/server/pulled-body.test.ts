import type { HttpResponse } from 'uWebSockets.js'
import t from 'tap'
import { Call } from '../../../http/server/body-reader.js'
import { PulledBody } from '../../../http/server/pulled-body.js'
import { settled, TimedClock } from '../../given/timed-clock.js'

// A body that is read as fast as somebody takes it, without sockets.

function given() {
  const call = new Call()
  const calls: string[] = []
  let onData: (chunk: ArrayBuffer, isLast: boolean) => void = () => undefined
  const response = {
    onData: (heard: typeof onData) => (onData = heard),
    pause: () => calls.push('pause'),
    resume: () => calls.push('resume'),
  } as unknown as HttpResponse
  const body = new PulledBody(response, call)
  return {
    ...{ body, call, calls },
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
  t.equal(await text(body.next()), 'ab')
  t.equal(await text(body.next()), 'cd')
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
