import t from 'tap'
import { refuse } from '../../../../engine/code.js'
import {
  AccountWatchers,
  type WatchedShard,
} from '../../../../http/socket/staff/account-watchers.js'
import { watchOps } from '../../../../http/socket/staff/watch-ops.js'
import { HEDGING } from '../../../given/book.js'
import { SocketFront } from '../../../given/fronts/socket-front.js'
import { GivenFamily, StaffReader } from '../../../given/fronts/staff-reader.js'

t.test(
  'while a shard has not answered a watch, the next one of its socket waits, and no other',
  async (t) => {
    const answers: (() => void)[] = []
    const shard = {
      shard: 0,
      ready: true,
      ask: (_: string, { add = [] }: { readonly add?: readonly number[] }) =>
        new Promise((resolve) => {
          answers.push(() => resolve({ ok: true, value: { groups: add.map(() => HEDGING) } }))
        }),
    } as unknown as WatchedShard
    const watchers: AccountWatchers = new AccountWatchers([shard], () => front.book)
    const front = await SocketFront.start(t, { families: [watchOps(watchers, () => 1)] })
    const [one, two] = [await front.connectStaff(), await front.connectStaff({ login: 8 })]
    one.send({ id: 1, op: 'watch', args: { logins: [1001] } })
    one.send({ id: 2, op: 'unwatch', args: {} })
    one.send({ id: 3, op: 'ping' })
    t.match(await one.next(), { id: 3 })
    two.send({ id: 4, op: 'unwatch', args: {} })
    t.match(await two.next(), { id: 4, data: { logins: 0 } })
    for (const answer of answers) answer()
    t.match(await one.next(), { id: 1, data: { logins: 1 } })
    t.match(await one.next(), { id: 2, data: { logins: 0 } })
  },
)

t.test(
  'logins or a mask are watched and let go as asked, and the answer says what is',
  async (t) => {
    const asked: unknown[] = []
    const say =
      (what: string, answer?: unknown) =>
      ({ id }: { readonly id: number }, ...more: unknown[]) => {
        asked.push([what, id, ...more])
        return answer
      }
    const refusal = refuse('not_found', 'none')
    let watched: object | undefined
    const watchers = {
      attach: (sockets: object) => asked.push(['attach', Object.keys(sockets)]),
      watchLogins: async (...more: [{ id: number }, unknown, number[]]) => {
        say('logins')(...more)
        return more[2].includes(404) ? refusal : null
      },
      watchGroup: async (...more: [{ id: number }]) => say('group', null)(...more),
      unwatchLogins: say('no logins'),
      unwatchGroup: say('no group'),
      unwatchAll: say('none'),
      review: say('review'),
      drained: say('drained'),
      watchOf: () => watched,
      leftOf: (_: unknown, logins: readonly number[]) => logins.filter((login) => login > 1),
    }
    const family = new GivenFamily(watchOps(watchers as never, () => 77))
    t.strictSame(asked.splice(0), [['attach', ['boundBacklog']]])
    t.strictSame(family.ops.ops.watch?.rights, ['accounts.view'])
    t.strictSame(family.ops.ops.unwatch?.rights, [])
    const reader = new StaffReader(1, [])
    const { connection, session } = reader
    const ask = async (op: string, args: object) => {
      const answer = await family.ask(reader, op, args)
      return [answer, asked.splice(0)]
    }
    const ok = (logins: number, groups: string[], left: number[]) => ({
      ok: true,
      data: { logins, groups, left, projection_seq: '77' },
    })
    t.strictSame(await ask('unwatch', {}), [ok(0, [], []), [['none', 1]]])
    watched = { logins: new Set([1, 3]), masks: new Set(['demo\\*']) }
    const groups = ['demo\\*']
    t.strictSame(await ask('watch', { logins: [1, 2] }), [
      ok(2, groups, [2]),
      [['logins', 1, session, [1, 2]]],
    ])
    t.strictSame(await ask('watch', { logins: [404] }), [refusal, [['logins', 1, session, [404]]]])
    const group = 'demo\\*'
    t.strictSame(await ask('watch', { group }), [ok(2, groups, []), [['group', 1, session, group]]])
    const why = 'Send logins, or group with a mask of groups.'
    for (const args of [{}, { logins: [1], group }]) {
      t.strictSame(await ask('watch', args), [refuse('invalid_input', why), []])
    }
    t.match(await ask('watch', { logins: 'x' }), [{ code: 'invalid_input' }, []])
    t.match(await ask('unwatch', { logins: 'x' }), [{ code: 'invalid_input' }, []])
    t.strictSame(await ask('unwatch', { logins: [2] }), [
      ok(2, groups, [2]),
      [['no logins', 1, [2]]],
    ])
    t.strictSame(await ask('unwatch', { group }), [ok(2, groups, []), [['no group', 1, group]]])
    t.strictSame(await ask('unwatch', { logins: [1], group }), [
      ok(2, groups, []),
      [
        ['no logins', 1, [1]],
        ['no group', 1, group],
      ],
    ])
    family.ops.enter?.(connection, reader.live.session)
    family.ops.drained?.(connection)
    family.ops.leave?.(connection)
    t.strictSame(asked.splice(0), [
      ['review', 1, session],
      ['drained', 1],
      ['none', 1],
    ])
    const late = ask('watch', { group })
    connection.state = { kind: 'gone' }
    t.strictSame(await late, ['answered', []])
  },
)
