import t from 'tap'
import { newsOps } from '../../../../http/socket/staff/news-ops.js'
import type { DeskEvent } from '../../../../wire/thread/messages.js'
import { GivenFamily, StaffReader } from '../../../given/fronts/staff-reader.js'

const AT = Date.parse('2026-03-02T10:00:00Z')
const NEWS = {
  type: 'news',
  items: [{ id: 4, at: AT, headline: 'Rates stay', feed: 2, receivedAt: AT + 1500 }],
} as unknown as DeskEvent
const TOLD = {
  event: 'news',
  data: {
    items: [
      {
        id: 4,
        at: '2026-03-02T10:00:00.000Z',
        headline: 'Rates stay',
        feed_id: 2,
        received_at: '2026-03-02T10:00:01.500Z',
      },
    ],
  },
}

t.test('news are told to those who watch them, as long as they watch and may', (t) => {
  const family = new GivenFamily(newsOps)
  const [one, other, third] = [1, 2, 3].map((id) => new StaffReader(id, ['accounts.view'])) as [
    StaffReader,
    StaffReader,
    StaffReader,
  ]
  t.strictSame(family.ops.ops.watch_news?.rights, ['accounts.view'])
  t.strictSame(family.ops.ops.unwatch_news?.rights, [])
  const heard = () => {
    family.told({ type: 'journal' } as DeskEvent)
    family.told(NEWS)
    return [one, other, third].map((reader) => reader.heard())
  }
  t.strictSame(heard(), [[], [], []], 'nobody has asked')
  for (const reader of [one, other, third]) {
    t.strictSame(family.ask(reader, 'watch_news'), { ok: true, data: null })
  }
  t.strictSame(heard(), [[TOLD], [TOLD], [TOLD]])
  t.strictSame(family.bounded.splice(0), [1, 2, 3], 'what they do not read is looked at')
  t.strictSame(family.ask(one, 'unwatch_news'), { ok: true, data: null })
  t.strictSame(heard(), [[], [TOLD], [TOLD]])
  family.ops.leave?.(other.connection)
  t.strictSame(heard(), [[], [], [TOLD]])
  third.rights.clear()
  t.strictSame(heard(), [[], [], []])
  third.rights.add('accounts.view')
  third.connection.state = { kind: 'gone' }
  t.strictSame(heard(), [[], [], []])
  t.end()
})
