import { writeSync } from 'node:fs'
import { DeskClient } from '../../actors/desk/desk-client.js'
import type { ConfigOperations } from '../../actors/desk/settings/config.js'
import type { Outcome } from '../../actors/thread/ask.js'
import { systemClock } from '../../actors/thread/clock.js'
import { deskData, STAFF } from '../given/desk.js'

/**
 * The process that the settings' crash test kills: several clerks change holidays at once, and each
 * says so on stdout only when it is answered.
 *
 *     node config-writer.js DIRECTORY CLERKS
 *
 * It says `ready`, then `kept VERSION DESCRIPTION` and `gone DESCRIPTION`.
 */
type Update = Outcome<ConfigOperations['config.update']['answer']>

function say(line: string): void {
  writeSync(1, `${line}\n`)
}

async function clerk(desk: DeskClient, who: number): Promise<never> {
  const asked = { actor: STAFF, kind: 'holidays' } as const
  for (let n = 1; ; n++) {
    const description = `clerk ${who} of ${process.pid}, number ${n}`
    const input = { month: 1 + (n % 12), day: 1 + (n % 28), description }
    let holiday = recordIn(await desk.ask('config.create', { ...asked, input }))
    say(`kept ${holiday.version} ${description}`)
    for (let change = 0; change < n % 4; change++) {
      const { id, version } = holiday
      const changed = { ...asked, id, version, input: { from_min: change + 1, year: 2000 + n } }
      holiday = recordIn(await desk.ask('config.update', changed))
      say(`kept ${holiday.version} ${description}`)
    }
    if (n % 3 !== 0) continue
    const { id } = holiday
    const removed = await desk.ask('config.remove', { ...asked, id })
    if (!removed.ok) throw new Error(removed.message)
    say(`gone ${description}`)
  }
}

function recordIn(outcome: Update): { readonly id: number; readonly version: number } {
  if (!outcome.ok) throw new Error(`${outcome.code}: ${outcome.message}`)
  return outcome.value
}

const [, program, directory, clerks] = process.argv
if (program?.endsWith('config-writer.js') && directory !== undefined) {
  const desk = new DeskClient(deskData(directory), systemClock(), {
    onDeath: (why) => {
      throw why
    },
  })
  await desk.ready
  say('ready')
  for (let who = 1; who <= Number(clerks); who++) void clerk(desk, who)
}
