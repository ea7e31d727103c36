import { kindOf } from '../../engine/config/kinds.js'
import { sqlitePath } from '../../storage/paths.js'
import { settingsRepo } from '../../storage/repos/settings.js'
import { openWriter } from '../../storage/sqlite/open.js'
import { numberText } from '../figure.js'
import type { Bench, BenchCase } from '../harness.js'
import { keepsDatabase } from '../keeps-database.js'
import { SECRET_KEY, SHARDS, seedDirectory } from '../prepared-data.js'
import { Product, type StaffSession } from '../server.js'

/**
 * Settings at the size of a large broker: a start with them, their lists, and one change over REST
 * until every thread uses it, as shown by `/metrics`.
 */
export const settings: BenchCase = {
  name: 'settings',
  goals: [],
  async run(bench) {
    const symbols = bench.size(10_000, 50)
    const groups = bench.size(2_000, 10)
    const size = `${numberText(symbols)} symbols and ${numberText(groups)} groups`
    const environment = {
      SECRET_KEY: Buffer.from(SECRET_KEY).toString('base64'),
      SHARDS: String(SHARDS),
    }
    if (!(await keepsDatabase(bench, environment))) {
      bench.say('the settings are left out: the product keeps no database')
      return
    }
    const product = await Product.prepare(bench, environment)
    await seedDirectory(product.dataDir)
    fillSettings(product.dataDir, symbols, groups)
    const seconds = await bench.interleave({
      start: async () => {
        await product.stop()
        return (await product.start()) / 1000
      },
    })
    const lower = { better: 'lower', judged: 'value' } as const
    bench.report({
      name: `start with ${size}`,
      unit: 's',
      values: seconds.start,
      floor: 3,
      goal: 1,
      ...lower,
    })
    const staff = await product.signInStaff()
    await lists(bench, product, staff)
    const changed = await bench.interleave({ change: () => changeMs(product, staff) })
    bench.report({
      name: `a change among ${size}, to every thread`,
      unit: 'ms',
      values: changed.change,
      floor: 20,
      goal: 10,
      ...lower,
    })
  },
}

async function lists(bench: Bench, product: Product, staff: StaffSession): Promise<void> {
  const lower = { better: 'lower', judged: 'value' } as const
  for (const [what, path] of [
    ['symbols, 1,000 rows', '/admin/v1/symbols?limit=1000'],
    ['all groups', '/admin/v1/groups'],
  ] as const) {
    const { list } = await bench.interleave({
      list: async () => {
        const begin = performance.now()
        await product.getText(path, staff.headers)
        return performance.now() - begin
      },
    })
    bench.report({
      name: `list of ${what}`,
      unit: 'ms',
      values: list,
      floor: 100,
      goal: 20,
      ...lower,
    })
  }
}

/** Fills the tables of a server that does not run. */
function fillSettings(dataDir: string, symbols: number, groups: number): void {
  const db = openWriter(sqlitePath(dataDir))
  const repo = settingsRepo(db)
  const at = Date.now()
  const insert = (kind: 'symbols' | 'groups', name: string, body: object): void => {
    const id = repo.takeId(kind)
    repo.insert(kind, { id, name, body: { ...body }, created_at: at, updated_at: at })
  }
  const symbol = kindOf('symbols').defaults({ base_currency: 'USD', profit_currency: 'USD' })
  const group = kindOf('groups').defaults({})
  db.exec('BEGIN')
  for (let i = 1; i <= symbols; i++) {
    const path = `Bench\\Folder ${i % 100}\\B${i}`
    insert('symbols', `B${i}`, { ...symbol, calc_mode: 'cfd', path, position: 1000 + i })
  }
  for (let i = 1; i <= groups; i++)
    insert('groups', `bench\\${i}`, { ...group, path: `bench\\${i}` })
  db.exec('COMMIT')
  db.close()
}

let changes = 0

/** The time from the request until no thread works by the settings before it. */
async function changeMs(product: Product, staff: StaffSession): Promise<number> {
  const read = await product.getText('/admin/v1/symbols?mask=B7', staff.headers)
  const { data } = JSON.parse(read) as { data: { items: { id: number; version: number }[] } }
  const [symbol] = data.items
  if (symbol === undefined) throw new Error('the symbol is there')
  const before = Math.max(...(await versions(product)))
  const begin = performance.now()
  const body = { version: symbol.version, description: `change ${++changes}` }
  await product.send('PATCH', `/admin/v1/symbols/${symbol.id}`, body, staff.headers)
  while (Math.min(...(await versions(product))) <= before);
  return performance.now() - begin
}

/** The configuration version of each thread. */
async function versions(product: Product): Promise<number[]> {
  const text = await product.getText('/metrics', {})
  return [...text.matchAll(/^openfloor_config_version\{.*\} (\d+)$/gm)].map((match) =>
    Number(match[1]),
  )
}
