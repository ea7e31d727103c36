import t from 'tap'
import { BULK_PROGRESS_MS, BULK_PROGRESS_ROWS_MAX } from '../../../engine/limits/bulk.js'
import { BulkProgress } from '../../../http/bulk/bulk-progress.js'
import type { EventFrame } from '../../../wire/frame/plain-frame.js'
import { TimedClock } from '../../given/timed-clock.js'
import { request } from '../given.js'

// How far a request with many items is, as its sender is told: when, and how much at a time.

const KEY = '0f0e0d0c-0b0a-4908-8706-050403020100'

function given(total: number, key: string | null = KEY) {
  const clock = new TimedClock()
  const told: { done: number; rows: unknown[]; finished: boolean }[] = []
  const events = {
    toLogin: (side: string, login: number, frame: EventFrame) => {
      t.same([side, login], ['staff', 7])
      told.push(JSON.parse(Buffer.from(frame.as('json')).toString()).data)
    },
  }
  const headers = key === null ? {} : { 'idempotency-key': key }
  const asking = {
    actor: { login: 7, ip: '', requestId: 'r' },
    request: request({ headers }),
    services: { clock, events },
  } as unknown as ConstructorParameters<typeof BulkProgress>[0]
  const isRefused = (row: string) => row.startsWith('no')
  return { clock, told, progress: new BulkProgress<string>(asking, { total, isRefused }) }
}

t.test('it tells what is new each half second, and the end at once', async (t) => {
  const { clock, told, progress } = given(4)
  progress.begin()
  progress.add('one')
  progress.add('no two')
  await clock.pass(BULK_PROGRESS_MS - 1)
  t.equal(told.length, 1)
  await clock.pass(10 * BULK_PROGRESS_MS)
  t.equal(told.length, 2, 'nothing is told where nothing is new')
  progress.add('three')
  progress.add('four')
  progress.over()
  t.equal(clock.waits, undefined)
  const at = (done: number, refused: number, rows: string[], finished: boolean) => ({
    key: KEY,
    done,
    refused,
    total: 4,
    rows,
    finished,
  })
  t.same(told, [
    at(0, 0, [], false),
    at(2, 1, ['one', 'no two'], false),
    at(4, 1, ['three', 'four'], true),
  ])
})

t.test(
  'a great many results are told in several events, of which the last is the end',
  async (t) => {
    const total = 2 * BULK_PROGRESS_ROWS_MAX + 1
    const { told, progress } = given(total)
    progress.begin()
    for (let i = 0; i < total; i++) progress.add('one')
    progress.over()
    t.same(
      told.map(({ done, rows, finished }) => [done, rows.length, finished]),
      [
        [0, 0, false],
        [BULK_PROGRESS_ROWS_MAX, BULK_PROGRESS_ROWS_MAX, false],
        [2 * BULK_PROGRESS_ROWS_MAX, BULK_PROGRESS_ROWS_MAX, false],
        [total, 1, true],
      ],
    )
  },
)

t.test('without a key nobody is told', async (t) => {
  for (const key of [null, 'no UUID']) {
    const { clock, told, progress } = given(1, key)
    progress.begin()
    progress.add('one')
    progress.over()
    t.same([told, clock.waits], [[], undefined])
  }
})
