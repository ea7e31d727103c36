import { symbolName } from '../../engine/book.js'
import { ADMINISTRATORS_GROUP, BARE_SET, DEMO_SET } from '../../engine/config/demo-set.js'
import { accountsRepo } from '../../storage/repos/accounts.js'
import { metaRepo } from '../../storage/repos/meta.js'
import { settingsRepo } from '../../storage/repos/settings.js'
import { staffRepo } from '../../storage/repos/staff.js'
import type { DeskData } from '../../wire/messages.js'
import { accept } from '../ask.js'
import { requestId } from '../random.js'
import { accountWithDefaults } from './accounts.js'
import { type Desk, SYSTEM } from './desk.js'
import { datafeedPlace } from './settings.js'

export const ADMINISTRATOR_LOGIN = 1

/** The data directory belongs to a server with another number of shards. */
export class ShardCountError extends Error {
  override readonly name = 'ShardCountError'
}

/**
 * Fills an empty database in one transaction, so that a first start that was cut off begins again.
 * Answers whether it did.
 */
export function seed(desk: Desk, data: DeskData): boolean {
  const meta = metaRepo(desk.db)
  const shards = meta.get('shards')
  if (shards !== undefined) {
    if (Number(shards) === data.shards) return false
    throw new ShardCountError(
      `this data directory was made with SHARDS=${shards} and its logs are divided so: ` +
        `start with SHARDS=${shards} (asked for: ${data.shards})`,
    )
  }
  const now = desk.clock.now()
  desk.change((journal) => {
    meta.set('server_id', requestId())
    meta.set('shards', String(data.shards))
    meta.set('seeded_at', String(now))
    seedSettings(desk, data.demo, now)
    const account = accountWithDefaults({
      login: ADMINISTRATOR_LOGIN,
      group: ADMINISTRATORS_GROUP,
      name: 'Administrator',
      trading_enabled: false,
    })
    accountsRepo(desk.db).insert(account, now)
    const staff = {
      login: ADMINISTRATOR_LOGIN,
      rights: data.administratorRights,
      group_scope: ['*'],
    }
    staffRepo(desk.db).insert(staff, now)
    const set = data.demo ? 'the demo set' : 'the administrator alone'
    journal(SYSTEM, { kind: 'server.seeded', text: `The empty server was filled with ${set}` })
    return accept(null)
  })
  return true
}

function seedSettings(desk: Desk, demo: boolean, now: number): void {
  const settings = settingsRepo(desk.db)
  const set = demo ? DEMO_SET : BARE_SET
  for (const symbol of set.symbols) {
    settings.insert('symbol', symbolName(symbol.path), { ...symbol }, now)
  }
  for (const group of set.groups) settings.insert('group', group.path, { ...group }, now)
  for (const rule of set.routing) settings.insert('routing_rule', rule.name, { ...rule }, now)
  for (const feed of set.datafeeds) {
    const password = desk.seal.seal(feed.password, datafeedPlace(feed.name))
    settings.insert('datafeed', feed.name, { ...feed, password }, now)
  }
}
