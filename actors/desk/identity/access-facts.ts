import { knownRights } from '../../../engine/access/rights.js'
import type { AccessFacts } from '../../../engine/access/sign-in.js'
import { demoEndsAt, demoPolicy } from '../../../engine/config/network-servers.js'
import type { Login } from '../../../engine/units.js'
import { accountsRepo } from '../../../storage/repos/accounts/accounts.js'
import { staffRepo } from '../../../storage/repos/people/staff.js'
import type { Sqlite } from '../../../storage/sqlite/open.js'
import { fullName, type StoredAccount } from '../../../wire/account/stored-account.js'
import type { Clock } from '../../thread/clock.js'
import type { ConfigStore } from '../settings/config-store.js'

interface Kept {
  readonly db: Sqlite
  readonly config: ConfigStore
  readonly clock: Pick<Clock, 'now'>
}

/** Reads the data that decides a login's access; undefined for a login without an account. */
export function accessFactsReader({
  db,
  config,
  clock,
}: Kept): (login: Login) => AccessFacts | undefined {
  const accounts = accountsRepo(db)
  const staffUsers = staffRepo(db)
  const isOver = ({ group, created_at, last_access }: StoredAccount): boolean => {
    const ends = demoEndsAt(demoPolicy(config), {
      group,
      createdAt: created_at,
      usedAt: last_access,
    })
    return ends !== null && ends <= clock.now()
  }
  return (login) => {
    const account = accounts.get(login)
    if (account === undefined) return undefined
    const group = config.world.named('groups', account.group)
    const staff = staffUsers.get(login)
    return {
      login,
      name: fullName(account),
      group: account.group,
      enabled:
        account.enabled &&
        account.archived_at === null &&
        group?.enabled !== false &&
        !isOver(account),
      mustChangePassword: account.must_change_password,
      apiEnabled: account.api_enabled,
      apiIpAllow: account.api_ip_allow,
      otpEnabled: account.otp_enabled,
      otpRequired: group?.otp_required === true,
      staff:
        staff === undefined
          ? null
          : {
              active: staff.active,
              rights: knownRights(staff.rights),
              groupScope: staff.group_scope,
              ipAllow: staff.ip_allow,
              logsMonths: staff.logs_months,
              reportsMonths: staff.reports_months,
            },
    }
  }
}
