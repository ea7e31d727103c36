import t from 'tap'
import type { Upload } from '../../../../actors/files/uploads.js'
import { isRefusal, type Refusal, refuse } from '../../../../engine/code.js'
import { BodyReceiver } from '../../../../http/pipeline/uploads/receiving.js'
import { uploadRoute } from '../../../../http/routes/route.js'
import { Body, Text } from '../../../../wire/types/scalars.js'
import { BOUNDARY, multipart } from '../../../given/fronts/upload-front.js'
import { settled, TimedClock } from '../../../given/timed-clock.js'

// One body on its way into its place, without sockets and without a disk.

const route = uploadRoute({
  method: 'POST',
  audience: 'staff',
  rights: [],
  summary: '',
  path: '/files',
  upload: { kind: 'import', field: 'file', bytesMax: 10, extensions: ['.csv'], msMax: 5000 },
  body: Body({ comment: Text(20) }),
  handle: () => null,
})
const rule = route.upload
const MEDIA = `multipart/form-data; boundary=${BOUNDARY}`
const NOT_MULTIPART =
  'The body is not a complete multipart/form-data message. Send it with its boundary.'
const FILE = { name: 'file', fileName: 'a.csv', content: 'a;b;c' }
const COMMENT = { name: 'comment', content: 'x' }

/** How the place for its bytes does: what it refuses, or how it breaks. */
interface Place {
  readonly write?: () => Promise<Refusal | null>
  readonly store?: Refusal
}

function receiving({ write, store }: Place = {}, media = MEDIA) {
  const seen: unknown[] = []
  const upload = {
    write: (part: Buffer) => {
      seen.push(part.toString())
      return write?.() ?? Promise.resolve(null)
    },
    store: async (as: object) => {
      seen.push(as)
      return store ?? { ok: true, value: { id: 'stored' } }
    },
    abandon: async () => void seen.push('abandoned'),
    drop: async () => void seen.push('dropped'),
  } as unknown as Upload
  const clock = new TimedClock()
  if (rule === null) throw new Error('it takes a file')
  const begun = BodyReceiver.begin(route, rule, media, upload, clock)
  if (!begun.ok) return { seen, clock, begun, receiver: null as unknown as BodyReceiver }
  const receiver = begun.value
  receiver.onFailure = () => seen.push('refused')
  return { seen, clock, begun, receiver }
}

/** What such a body comes to, in so many pieces, and all that was done meanwhile. */
async function received(body: Buffer, place: Place = {}, pieces = 1) {
  const { seen, clock, receiver } = receiving(place)
  const length = Math.ceil(body.length / pieces)
  for (let at = 0; at < body.length; at += length) {
    await receiver.write(Buffer.from(body.subarray(at, at + length)))
  }
  const end = await receiver.end()
  const says = isRefusal(end) ? end.message : end.value
  return { seen, says, waits: clock.waits }
}

t.test('a body is kept, then stored by its name, whichever of its parts comes first', async (t) => {
  for (const parts of [
    [FILE, COMMENT],
    [COMMENT, FILE],
  ]) {
    for (const pieces of [1, 7]) {
      const { seen, says, waits } = await received(multipart(parts), {}, pieces)
      t.equal(seen.slice(0, -1).join(''), 'a;b;c')
      t.same(seen.at(-1), { name: 'a.csv', media: 'text/csv' })
      t.same(says, { file: { id: 'stored' }, fields: { comment: 'x' } })
      t.equal(waits, undefined, 'no timer of it runs on')
    }
  }
})

t.test(
  'what is wrong with it is told once, nothing is stored, and its place is given back',
  async (t) => {
    const rows: [body: Buffer, says: string, kept?: string[]][] = [
      [multipart([COMMENT]), 'file: is missing', []],
      [multipart([FILE]), 'comment: is missing', ['a;b;c']],
      [
        multipart([{ ...FILE, content: '' }, COMMENT]),
        'file: is an empty file: choose a file with content',
        [],
      ],
      [
        multipart([{ ...FILE, content: 'a\0b' }, COMMENT]),
        'file: has a content that does not match the ending of the file name',
      ],
      [
        multipart([{ ...FILE, content: '12345678901' }, COMMENT]),
        'The file is larger than 10 bytes. Send a smaller file.',
      ],
      [multipart([FILE, COMMENT, COMMENT]), 'comment: occurs more than once: send it only once'],
      [multipart([FILE, FILE, COMMENT]), 'file: occurs more than once: send it only once'],
      [
        multipart([{ ...FILE, name: 'photo' }, COMMENT]),
        'photo: is not a field of this route: leave it out',
        [],
      ],
      [
        multipart([{ ...FILE, name: 'p'.repeat(70) }, COMMENT]),
        `${'p'.repeat(64)}: is not a field of this route: leave it out`,
        [],
      ],
      [multipart([{ name: 'file', content: 'a' }, COMMENT]), 'file: has no file name', []],
      [
        multipart([FILE, { name: 'comment', content: 'x'.repeat(4097) }]),
        'comment: has more than 4096 bytes: send less',
      ],
      [
        multipart([
          ...Array.from({ length: 17 }, (_, n) => ({ name: `f${n}`, content: '' })),
          FILE,
        ]),
        'The body has more than 16 fields beside its file. Send fewer.',
        [],
      ],
      [multipart([COMMENT, FILE], ''), NOT_MULTIPART],
      [Buffer.from('no parts'), NOT_MULTIPART, []],
    ]
    for (const [body, message, kept] of rows) {
      const { seen, says, waits } = await received(body)
      t.ok(String(says).startsWith(message), `${says}`)
      t.same(
        seen.filter((one) => one === 'refused' || one === 'abandoned'),
        ['refused', 'abandoned'],
      )
      t.equal(seen.at(-1), 'abandoned', message)
      t.notOk(
        seen.some((one) => typeof one === 'object'),
        'nothing is stored',
      )
      if (kept !== undefined) t.same(seen.slice(0, -2), kept, message)
      t.equal(waits, undefined)
    }
  },
)

t.test('its place refuses it, at a part or at the end', async (t) => {
  const full = refuse('unavailable', 'The disk is full.')
  const body = multipart([FILE, COMMENT])
  const atPart = await received(body, { write: async () => full })
  t.same([atPart.says, atPart.seen], ['The disk is full.', ['a;b;c', 'refused', 'abandoned']])
  const atEnd = await received(body, { store: full })
  t.same([atEnd.says, atEnd.seen.length], ['The disk is full.', 2])
})

t.test(
  'a disk that fails is no refusal: its error is thrown once the place is given back',
  async (t) => {
    const { seen, receiver, clock } = receiving({
      write: () => Promise.reject(new Error('the disk')),
    })
    await receiver.write(multipart([FILE, COMMENT]))
    await t.rejects(receiver.end(), { message: 'the disk' })
    t.same([seen, clock.waits], [['a;b;c', 'refused', 'abandoned'], undefined])
  },
)

t.test('the first refusal is the one that counts, and nothing is taken after it', async (t) => {
  const { seen, receiver } = receiving()
  const body = multipart([FILE, COMMENT])
  t.equal(receiver.failure, null)
  receiver.fail(refuse('conflict', 'first'))
  receiver.fail(refuse('conflict', 'second'))
  await receiver.write(body)
  t.match([receiver.failure, await receiver.end()], [{ message: 'first' }, { message: 'first' }])
  t.same(seen, ['refused', 'abandoned'])
})

t.test('it has so long, to the millisecond', async (t) => {
  const { seen, clock, receiver } = receiving()
  await receiver.write(multipart([FILE, COMMENT], ''))
  await clock.pass(4999)
  t.equal(receiver.failure, null)
  await clock.pass(1)
  t.match(receiver.failure, {
    message: 'The upload took longer than 5 s. Send a smaller file, or use a faster connection.',
  })
  t.match(await receiver.end(), { code: 'invalid_input' })
  t.same(seen.slice(-2), ['refused', 'abandoned'])
})

t.test(
  'one whose client has gone is given up, and one that was stored can be dropped',
  async (t) => {
    let goOn: (refusal: null) => void = () => undefined
    const slow = receiving({ write: () => new Promise((resolve) => (goOn = resolve)) })
    void slow.receiver.write(multipart([FILE, COMMENT], ''))
    await settled()
    const given = slow.receiver.abandon()
    await settled()
    t.same([slow.seen, slow.clock.waits], [['a;b;c', 'refused'], undefined])
    goOn(null)
    await given
    t.same(slow.seen, ['a;b;c', 'refused', 'abandoned'], 'once nobody writes to its place')
    const { seen, receiver } = receiving()
    await receiver.drop()
    t.same(seen, ['dropped'])
  },
)

t.test('one that was whole before its end is known is stored as others are', async (t) => {
  const { seen, receiver } = receiving()
  await receiver.write(multipart([FILE, COMMENT]))
  await settled()
  t.match(await receiver.end(), { ok: true, value: { fields: { comment: 'x' } } })
  t.same(seen, ['a;b;c', { name: 'a.csv', media: 'text/csv' }])
})

t.test('a body without a boundary is not begun', async (t) => {
  const { begun, clock, seen } = receiving({}, 'multipart/form-data')
  t.match(begun, { ok: false, message: NOT_MULTIPART })
  t.same([clock.waits, seen], [undefined, []])
})
