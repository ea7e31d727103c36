import { NoArgs, Nothing } from '../../../wire/types/scalars.js'
import type { StaffConnection } from './staff-connection.js'
import { DONE, type StaffOp, staffOp } from './staff-op.js'

/** The sockets that subscribed to something that a socket can subscribe to only once. */
interface Subscribers {
  add(connection: StaffConnection): void
  leave(connection: StaffConnection): void
}

/** The texts that describe a pair of operations, and the rights to subscribe. */
interface SubscriptionWords {
  readonly begins: string
  readonly ends: string
  readonly rights?: readonly string[]
  readonly anyOf?: readonly string[]
}

/** The operations `watch_…` and `unwatch_…`, without arguments and data. */
export function subscriptionOps(
  what: string,
  { begins, ends, ...needs }: SubscriptionWords,
): readonly StaffOp<Subscribers>[] {
  const watch = staffOp({
    name: `watch_${what}`,
    says: begins,
    ...needs,
    args: NoArgs,
    data: Nothing,
    handle(subscribers: Subscribers, { connection }) {
      subscribers.add(connection)
      return DONE
    },
  })
  return [watch, endsSubscription(what, ends)]
}

/** The operation `unwatch_…`, without arguments and data. */
export function endsSubscription(what: string, says: string): StaffOp<Pick<Subscribers, 'leave'>> {
  return staffOp({
    name: `unwatch_${what}`,
    says,
    args: NoArgs,
    data: Nothing,
    handle(subscribers: Pick<Subscribers, 'leave'>, { connection }) {
      subscribers.leave(connection)
      return DONE
    },
  })
}
