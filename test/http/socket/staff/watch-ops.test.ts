import t from 'tap'
import {
  AccountWatchers,
  type WatchedShard,
} from '../../../../http/socket/staff/account-watchers.js'
import { watchOps } from '../../../../http/socket/staff/watch-ops.js'
import { HEDGING } from '../../../given/book.js'
import { SocketFront } from '../../../given/socket-front.js'

t.test(
  'while a shard has not answered a watch, the next one of its socket waits, and no other',
  async (t) => {
    const answers: (() => void)[] = []
    const shard = {
      ...{ shard: 0, ready: true },
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
