import type { HttpResponse } from 'uWebSockets.js'
import t from 'tap'
import type { PlainAnswer } from '../../../http/exchange/request.js'
import { Call } from '../../../http/server/body-reader.js'
import { UnsentAnswers } from '../../../http/server/unsent-answers.js'

// Answers that were begun and not taken, without sockets: what they hold, and who is cut off.

type OnWritable = (offset: number) => boolean

/** One answer that is kept; an abort follows a close, as in the library. */
function keeping(
  unsent: UnsentAnswers,
  body: PlainAnswer['body'],
  isShared?: boolean,
  ends: [boolean, boolean] = [true, true],
) {
  const call = new Call()
  const seen = { closed: 0, done: 0, sent: [] as unknown[] }
  let onWritable: OnWritable = () => true
  const response = {
    onWritable: (heard: OnWritable) => (onWritable = heard),
    tryEnd: (rest: Buffer, length: number) => {
      seen.sent.push([rest.toString(), length])
      return ends
    },
    close: () => {
      seen.closed++
      call.drop?.()
    },
  } as unknown as HttpResponse
  const answer: PlainAnswer = {
    status: 200,
    mediaType: 'x',
    headers: [],
    body,
    ...(isShared === undefined ? {} : { isShared }),
  }
  unsent.keep(response, call, answer, () => seen.done++)
  return { call, seen, writable: (offset: number) => onWritable(offset) }
}

const figures = ({ count, held, cut }: UnsentAnswers) => [count, held, cut]

t.test('an answer goes on where the kernel stopped, and holds its bytes until its end', (t) => {
  const unsent = new UnsentAnswers()
  const ends: [boolean, boolean] = [false, false]
  const { seen, writable } = keeping(unsent, 'número', undefined, ends)
  t.same(figures(unsent), [1, 7, 0], 'bytes, not characters')
  t.equal(writable(1), false)
  t.same([figures(unsent), seen.done], [[1, 7, 0], 0])
  ends[0] = true
  t.equal(writable(1), true)
  t.same([figures(unsent), seen.done], [[1, 7, 0], 0], 'taken, and not yet over')
  ends[1] = true
  t.equal(writable(3), true)
  t.same(seen, {
    closed: 0,
    done: 1,
    sent: [
      ['úmero', 7],
      ['úmero', 7],
      ['mero', 7],
    ],
  })
  t.same(figures(unsent), [0, 0, 0])
  t.end()
})

t.test('who goes first is forgotten once, and not told to be done', (t) => {
  const unsent = new UnsentAnswers()
  const gone = keeping(unsent, 'abc')
  keeping(unsent, Buffer.from('de'))
  gone.call.drop?.()
  gone.call.drop?.()
  t.same([figures(unsent), gone.seen.done], [[1, 2, 0], 0])
  t.end()
})

t.test('beyond the bound of all the one that waits longest goes, and none for nothing', (t) => {
  const unsent = new UnsentAnswers(6)
  const shared = keeping(unsent, 'shared by many', true)
  const first = keeping(unsent, 'abc')
  const second = keeping(unsent, 'def')
  t.same(figures(unsent), [3, 6, 0], 'just as much as may be')
  const third = keeping(unsent, 'g')
  t.same(figures(unsent), [3, 4, 1])
  const closed = [shared, first, second, third].map(({ seen }) => seen.closed)
  t.same(closed, [0, 1, 0, 0])
  const large = keeping(unsent, 'larger than all of it')
  t.same([figures(unsent), large.seen.closed], [[1, 0, 4], 1])
  t.equal(shared.seen.closed, 0)
  t.end()
})
