import { CONFIG_KINDS, type ConfigKindName } from '../../../engine/config/config-records.js'
import { contentOf } from '../../../engine/config/content.js'
import {
  ADMINISTRATORS_GROUP,
  BARE_SET,
  DDE_DEMO_SET,
  DEMO_SET,
} from '../../../engine/config/demo-set.js'
import { kindOf } from '../../../engine/config/kinds.js'
import type { DeskData } from '../../../wire/thread/messages.js'
import { accept } from '../../thread/ask.js'
import { requestId } from '../../thread/random.js'
import { accountWithDefaults } from '../accounts/accounts.js'
import { SYSTEM } from '../actor.js'
import type { Desk } from '../desk.js'

export const ADMINISTRATOR_LOGIN = 1

/** The data directory belongs to a server with another number of shards. */
export class ShardCountError extends Error {
  override readonly name = 'ShardCountError'
}

/**
 * Fills an empty database in one transaction, so that an interrupted first start begins again.
 * Returns true if it did.
 */
export function seed(desk: Desk, data: DeskData): boolean {
  const { meta } = desk.tables
  const shards = meta.get('shards')
  if (shards !== undefined) {
    if (Number(shards) === data.shards) {
      addMissing(desk)
      return false
    }
    throw new ShardCountError(
      `this data directory was made with SHARDS=${shards} and its logs are divided so: ` +
        `start with SHARDS=${shards} (asked for: ${data.shards}), or change it: openfloor reshard ${data.shards}`,
    )
  }
  const now = desk.clock.now()
  desk.change((journal) => {
    meta.set('server_id', requestId())
    meta.set('shards', String(data.shards))
    meta.set('seeded_at', String(now))
    if (data.demo) meta.set('demo_trader', 'wanted')
    seedSettings(desk, data, now)
    const account = accountWithDefaults({
      login: ADMINISTRATOR_LOGIN,
      group: ADMINISTRATORS_GROUP,
      name: 'Administrator',
      trading_enabled: false,
    })
    desk.tables.accounts.insert(account, now)
    const staff = {
      login: ADMINISTRATOR_LOGIN,
      rights: data.administratorRights,
      group_scope: ['*'],
    }
    desk.tables.staff.insert(staff, now)
    const set = data.demo ? 'the demo set' : 'the administrator alone'
    journal(SYSTEM, { kind: 'server.seeded', text: `The empty server was filled with ${set}` })
    return accept(null)
  })
  desk.config.reload()
  return true
}

/** Adds records that must always exist, of kinds that are newer than this data directory. */
function addMissing(desk: Desk): void {
  const { config, clock } = desk
  const added = desk.change(() => {
    let count = 0
    for (const kind of CONFIG_KINDS) count += addAlways(desk, kind, clock.now())
    return accept(count)
  })
  if (added.ok && added.value > 0) config.reload()
}

/** Adds the missing records of one kind, inside a change. Returns how many. */
function addAlways<K extends ConfigKindName>({ config }: Desk, kind: K, now: number): number {
  const { always = [], defaults, nameOf } = kindOf(kind)
  const there = new Set(config.world.list(kind).map((record) => nameOf(contentOf<K>(record))))
  const missing = always.map((input) => defaults(input)).filter((one) => !there.has(nameOf(one)))
  for (const content of missing) config.insert(kind, config.takeId(kind), content, {}, now)
  return missing.length
}

/** Writes the first settings; `desk.config` reads them after the transaction. */
function seedSettings(
  desk: Desk,
  { demo, demoProvider, utcOffsetMin }: DeskData,
  now: number,
): void {
  const { config } = desk
  const demoSet = demoProvider === 'dde' ? DDE_DEMO_SET : DEMO_SET
  const set = demo ? demoSet : BARE_SET
  set.symbols.forEach((symbol, i) => {
    config.insert('symbols', config.takeId('symbols'), { ...symbol, position: i + 1 }, {}, now)
  })
  for (const group of set.groups) config.insert('groups', config.takeId('groups'), group, {}, now)
  for (const gateway of set.gateways) {
    config.insert('gateways', config.takeId('gateways'), gateway, {}, now)
  }
  for (const rule of set.routing) config.insert('routing', config.takeId('routing'), rule, {}, now)
  const settings = kindOf('settings').defaults({ ...set.settings, utc_offset_min: utcOffsetMin })
  config.insert('settings', config.takeId('settings'), settings, {}, now)
  for (const kind of CONFIG_KINDS) if (kind !== 'settings') addAlways(desk, kind, now)
  for (const feed of set.datafeeds) {
    config.insert('datafeeds', config.takeId('datafeeds'), feed, {}, now)
  }
}
