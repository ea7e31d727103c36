import type { Clock } from '../../../actors/thread/clock.js'
import type { Login } from '../../../engine/units.js'
import { EventFrame } from '../../../wire/frame/plain-frame.js'
import { type JobFacts, jobView } from '../../../wire/stored/stored-job.js'
import type { StaffConnection } from './staff-connection.js'
import type { StaffFamily } from './staff-op.js'

/** At most one event in such a time to each owner. */
const EVERY_MS = 500

interface Owner {
  readonly connections: Set<StaffConnection>
  /** Jobs that have changed since they were told, as they are now; in the order in which they changed first. */
  readonly waiting: Map<number, JobFacts>
  isResting: boolean
}

/**
 * `job` events to the owner's sockets, without being asked for: how far a job is, and that it is over.
 *
 *   E1. Of a job that changes faster than it may be told of, the newest is told. The last state always is.
 *   E2. An owner's jobs take turns; nothing is kept for owners without a socket.
 */
export function jobEvents(clock: Clock): StaffFamily {
  return (sockets) => {
    const owners = new Map<Login, Owner>()
    const byConnection = new Map<StaffConnection, Login>()
    const leave = (connection: StaffConnection): void => {
      const login = byConnection.get(connection)
      if (login === undefined) return
      byConnection.delete(connection)
      const owner = owners.get(login)
      owner?.connections.delete(connection)
      if (owner?.connections.size === 0) owners.delete(login)
    }
    const tellNext = (owner: Owner): void => {
      const [next] = owner.waiting.values()
      owner.isResting = next !== undefined
      if (next === undefined) return
      owner.waiting.delete(next.id)
      const frame = new EventFrame('job', jobView(next))
      for (const connection of owner.connections) {
        connection.send(frame.as(connection.codec))
        sockets.boundBacklog(connection)
      }
      clock.after(EVERY_MS, () => tellNext(owner))
    }
    return {
      ops: {},
      enter(connection, { login }) {
        if (byConnection.get(connection) === login) return
        leave(connection)
        byConnection.set(connection, login)
        const known = owners.get(login)
        const owner = known ?? { connections: new Set(), waiting: new Map(), isResting: false }
        owner.connections.add(connection)
        owners.set(login, owner)
      },
      onDeskEvent(event) {
        if (event.type !== 'job') return
        const owner = owners.get(event.job.owner)
        if (owner === undefined) return
        owner.waiting.set(event.job.id, event.job)
        if (!owner.isResting) tellNext(owner)
      },
      leave,
    }
  }
}
