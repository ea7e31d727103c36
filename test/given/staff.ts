import { accountWithDefaults } from '../../actors/desk/accounts/accounts.js'
import { accept } from '../../actors/thread/ask.js'
import { kindOf } from '../../engine/config/kinds.js'
import { accountsRepo } from '../../storage/repos/accounts/accounts.js'
import { ConfigFront } from './fronts/config-front.js'

/** Staff users beside the administrator, over the desk in this thread. */
export const STAFF_PATH = '/admin/v1/staff'
export const DEALERS = 'managers\\dealers'
export const NIGHT = 'Administrators\\night'
export const FOLDER = 'desk\\Managers\\east'
export const ALIKE = 'desk\\managers2\\east'
export const CLOSED = 'managers\\closed'

type Test = ConstructorParameters<typeof ConfigFront>[0]

/** Accounts in staff groups and in others; 501 and 502 are dealers, 601 is a trader. */
export function staffFront(test: Test): ConfigFront {
  const front = new ConfigFront(test)
  const { desk } = front
  const { config } = desk
  desk.change(() => {
    for (const path of [NIGHT, FOLDER, ALIKE, CLOSED]) {
      const group = { ...kindOf('groups').defaults({ path }), enabled: path !== CLOSED }
      config.insert('groups', config.takeId('groups'), group, {}, front.now)
    }
    const logins: [number, string][] = [
      ...([501, 502, 503].map((login) => [login, DEALERS]) as [number, string][]),
      ...([504, 505] as const).map((login): [number, string] => [login, NIGHT]),
      [506, FOLDER],
      [507, ALIKE],
      [601, 'real\\standard'],
    ]
    for (const [login, group] of logins) {
      const account = accountWithDefaults({ login, group, name: `Name ${login}` })
      accountsRepo(desk.db).insert(account, front.now)
    }
    return accept(null)
  })
  config.reload()
  return front
}

/** Makes a staff user as the administrator. */
export async function makeStaff(front: ConfigFront, login: number, over: object = {}) {
  const made = await front.ask(`POST ${STAFF_PATH}`, 'admin', {
    login,
    group_scope: ['managers\\*'],
    ...over,
  })
  if (made.status !== 200) throw new Error(`${made.code}: ${made.message}`)
  return made.data
}

/** Manages the managers, and little else. */
export const LEADER = { rights: ['config.staff', 'accounts.view'], group_scope: ['managers\\*'] }
