/**
 * The settings that a database needs so that confirmed writes are on the disks of a quorum. Checked
 * with each session, because settings may change while a server runs.
 */
export const SETTINGS_QUERY = `SELECT pg_is_in_recovery() AS in_recovery,
  current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes,
  current_setting('synchronous_commit') AS synchronous_commit,
  current_setting('synchronous_standby_names') AS synchronous_standby_names,
  current_setting('statement_timeout') AS statement_timeout,
  (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS is_superuser`

export interface DatabaseSettings {
  readonly in_recovery: boolean
  readonly fsync: string
  readonly full_page_writes: string
  readonly synchronous_commit: string
  readonly synchronous_standby_names: string
  readonly statement_timeout: string
  readonly is_superuser: boolean
}

export const IN_RECOVERY = 'it is a standby'
/**
 * Settings with which a standby has a commit on disk before it is confirmed; with `remote_apply` it
 * also shows it.
 */
const WAITS = ['on', 'remote_apply']

/** Describes the first wrong setting; undefined if all are correct. */
export function faultOfSettings(settings: DatabaseSettings): string | undefined {
  if (settings.in_recovery) return IN_RECOVERY
  for (const name of ['fsync', 'full_page_writes'] as const) {
    if (settings[name] !== 'on') return `${name} is ${settings[name]}: it must be on`
  }
  const { synchronous_commit: commit, synchronous_standby_names: names } = settings
  if (!WAITS.includes(commit)) return `synchronous_commit is ${commit}: it must be on`
  if (names === '') return 'synchronous_standby_names is empty: no standby has what is answered'
  if (names.includes('*')) {
    return `synchronous_standby_names is ${names}: it must name the standbys, since any may be behind`
  }
  if (settings.statement_timeout !== '0') {
    return `statement_timeout is ${settings.statement_timeout}: it must be 0, since it breaks off waits for the quorum`
  }
  if (settings.is_superuser) return 'the role is a superuser: it must be one that cannot overrule'
  return undefined
}
