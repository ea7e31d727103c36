import { openSeal } from '../../../storage/secrets/seal.js'
import type { Sqlite } from '../../../storage/sqlite/open.js'
import type { QuorumStart } from '../../../wire/thread/quorum-messages.js'
import { accept, type Outcome } from '../../thread/ask.js'
import type { Clock } from '../../thread/clock.js'
import { randomKey } from '../../thread/random.js'
import { SYSTEM } from '../actor.js'
import { type Desk, openDesk } from '../desk.js'
import { withStoppedLog } from './stopped-log.js'

/**
 * The tables of a stopped server that join or leave a cluster, in one change with a journal line.
 */
export interface MemberTables {
  readonly db: Sqlite
  readonly dataDir: string
  readonly shards: number
  readonly clock: Clock
}

/** The first change in the cluster's log follows this one. */
export function becomeOf(cluster: string, tables: MemberTables): void {
  const text = `The server's logs are kept by the databases of the cluster ${cluster} from now on`
  change(tables, text, ({ tables: { meta } }) => {
    meta.set('cluster_id', cluster)
    meta.remove('desk_place')
  })
}

/**
 * Removes the tables from their cluster. With `quorum`, first applies the changes that the tables
 * lack.
 */
export function leaveCluster(
  cluster: string,
  tables: MemberTables,
  quorum: QuorumStart | undefined,
): Outcome<null> {
  const leave = (): Outcome<null> => {
    const text = `The server left the cluster ${cluster}: its logs are kept by this machine alone from now on`
    change(tables, text, ({ tables: { meta } }) => {
      meta.remove('cluster_id')
      meta.remove('desk_place')
    })
    return accept(null)
  }
  if (quorum === undefined) return leave()
  const brought = withStoppedLog({ ...tables, quorum }, () => accept(null))
  return brought.ok ? leave() : brought
}

function change({ db, shards, clock }: MemberTables, text: string, work: (desk: Desk) => void) {
  const desk = openDesk(db, clock, shards, openSeal(randomKey(), randomKey))
  desk.change((journal) => {
    work(desk)
    journal(SYSTEM, { kind: 'server.cluster', text })
    return accept(null)
  })
}
