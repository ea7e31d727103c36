import type { LetterHead } from '../../../wire/letters/language.js'
import { PLAIN_HEAD } from '../../../wire/letters/letter.js'
import type { Desk } from '../desk.js'

/** Who writes to the accounts of a group; of no group, who writes to strangers. */
export function letterHead({ config }: Pick<Desk, 'config'>, group: string): LetterHead {
  const { real_group = '', demo_group = '' } = config.records.settings[0] ?? {}
  const path = group || real_group || demo_group
  const company = config.world.named('groups', path)?.company ?? ''
  return { ...PLAIN_HEAD, company }
}
