import t from 'tap'
import { LoginEvents } from '../../../http/socket/login-events.js'
import { EventFrame } from '../../../wire/frame/plain-frame.js'
import { StaffReader } from '../../given/fronts/staff-reader.js'

t.test(
  'an event goes to the sockets of all sessions of the login on its side, which are bounded',
  (t) => {
    const [one, two, other] = [1, 2, 3].map((id) => new StaffReader(id, [])) as [
      ...[StaffReader, StaffReader, StaffReader],
    ]
    const bounded: unknown[] = []
    const side = (name: string, of: Record<string, StaffReader[]>) => ({
      connectionsOf: ({ id }: { id: string }) => (of[id] ?? []).map(({ connection }) => connection),
      boundBacklog: ({ id }: { id: number }) => bounded.push([name, id]),
    })
    const sides = {
      trader: side('trader', { a: [other] }),
      staff: side('staff', { a: [one], b: [two] }),
    }
    const events = new LoginEvents({
      sessions: { ofLogin: (login) => (login === 5 ? [{ id: 'a' }, { id: 'b' }] : []) as never },
      sockets: (name) => sides[name] as never,
    })
    const heard = () => [one, two, other].map((reader) => reader.heard())
    const told = { event: 'job', data: { id: 1 } }
    events.toLogin('staff', 5, new EventFrame('job', { id: 1 }))
    t.strictSame(heard(), [[told], [told], []])
    t.strictSame(bounded.splice(0), [
      ['staff', 1],
      ['staff', 2],
    ])
    events.toLogin('trader', 5, new EventFrame('job', { id: 1 }))
    events.toLogin('trader', 6, new EventFrame('job', { id: 1 }))
    t.strictSame(heard(), [[], [], [told]])
    t.strictSame(bounded, [['trader', 3]])
    t.strictSame([events.hears('staff', 5), events.hears('staff', 6)], [true, false])
    t.end()
  },
)
