import { openSeal } from '../../../storage/secrets/seal.js'
import type { Sqlite } from '../../../storage/sqlite/open.js'
import type { QuorumStart } from '../../../wire/thread/quorum-messages.js'
import { accept, type Outcome } from '../../thread/ask.js'
import type { Clock } from '../../thread/clock.js'
import { randomKey } from '../../thread/random.js'
import { SYSTEM } from '../actor.js'
import { type Desk, openDesk } from '../desk.js'
import { withStoppedLog } from './stopped-log.js'

/** The tables of a server that is stopped, as they become of a cluster or leave it: one change of theirs, with a line in the journal. */
export interface MemberTables {
  readonly db: Sqlite
  readonly dataDir: string
  readonly shards: number
  readonly clock: Clock
}

/** The first change that the cluster's log has comes behind this one. */
export function becomeOf(cluster: string, tables: MemberTables): void {
  const text = `The server's logs are kept by the databases of the cluster ${cluster} from now on`
  change(tables, text, ({ tables: { meta } }) => {
    meta.set('cluster_id', cluster)
    meta.remove('desk_place')
  })
}

/** `quorum`: what it has and the tables lack is brought first. */
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
