import { writeSync } from 'node:fs'
import { DeskClient } from '../../actors/desk/desk-client.js'
import { systemClock } from '../../actors/thread/clock.js'
import { deskData, STAFF } from '../given/desk.js'
import { licenceKey, licencePayload, VENDOR_PUBLIC_KEY } from '../given/licence-keys.js'

/**
 * The process that the licence's crash test kills: it applies licences, each of which renames the main company with
 * its groups and its brand, and says `applied N` when one is answered.
 *
 *     node licence-writer.js DIRECTORY GROUPS FIRST
 */
export const company = (n: number): string => `Company ${n}`

const [, program, directory, groups, first] = process.argv
if (program?.endsWith('licence-writer.js') && directory !== undefined) {
  const data = { ...deskData(directory), licencePublicKey: VENDOR_PUBLIC_KEY }
  const desk = new DeskClient(data, systemClock(), {
    onDeath: (why) => {
      throw why
    },
  })
  const { serverId } = await desk.ready
  const begin = Number(first)
  const apply = async (n: number): Promise<void> => {
    const payload = licencePayload(serverId, {
      licence_id: `L-${n}`,
      expires_at: '2100-01-01T00:00:00Z',
      companies: [{ name: company(n), main: true }],
      brands: [{ company: company(n), short_name: `L-${n}` }],
    })
    const applied = await desk.ask('licence.apply', {
      isDryRun: false,
      actor: STAFF,
      key: licenceKey(payload),
      payload,
    })
    if (!applied.ok) throw new Error(applied.message)
    writeSync(1, `applied ${n}\n`)
  }
  if (begin === 0) {
    await apply(1)
    for (let i = 0; i < Number(groups); i++) {
      const input = { path: `real\\crash\\g${i}`, company: company(1) }
      const made = await desk.ask('config.create', { actor: STAFF, kind: 'groups', input })
      if (!made.ok) throw new Error(made.message)
    }
  }
  writeSync(1, 'ready\n')
  for (let n = Math.max(begin, 1) + 1; ; n++) await apply(n)
}
