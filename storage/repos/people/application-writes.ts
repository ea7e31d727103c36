import type { Login, UnixMs } from '../../../engine/units.js'
import type {
  Applicant,
  ApplicationState,
  StoredApplication,
} from '../../../wire/stored/stored-application.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'

type NewApplication = Applicant &
  Pick<StoredApplication, 'group_path' | 'leverage' | 'allocation_id' | 'ip' | 'created_at'>

export interface ApplicationDecision {
  readonly state: ApplicationState
  readonly login: Login | null
  readonly reason: string
  readonly decided_at: UnixMs
  readonly decided_by: Login | null
}

/** What changes the table of applications. */
export const applicationWrites = perDatabase((db: Sqlite) => {
  const insertOne = db
    .prepare<[NewApplication], number>(
      `INSERT INTO applications (state, group_path, leverage, allocation_id, name, last_name, email, phone, address,
         city, country, language, ip, reason, created_at)
       VALUES ('new', :group_path, :leverage, :allocation_id, :name, :last_name, :email, :phone, :address,
         :city, :country, :language, :ip, '', :created_at) RETURNING id`,
    )
    .pluck()
  const decideOne = db.prepare<[ApplicationDecision & { readonly id: number }]>(
    `UPDATE applications SET state = :state, login = :login, reason = :reason, decided_at = :decided_at,
       decided_by = :decided_by WHERE id = :id`,
  )
  const deleteOld = db.prepare<[number, number]>(
    `DELETE FROM applications WHERE id IN
       (SELECT id FROM applications WHERE decided_at IS NOT NULL AND decided_at <= ? LIMIT ?)`,
  )
  return {
    add: (application: NewApplication): number => Number(insertOne.get(application)),
    decide(id: number, decision: ApplicationDecision): void {
      decideOne.run({ id, ...decision })
    },
    sweep(decidedUntil: UnixMs, most: number): void {
      deleteOld.run(decidedUntil, most)
    },
  }
})
