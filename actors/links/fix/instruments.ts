import type { FixFields, FixMessage } from '../../../wire/fix/codec/message.js'
import type { FixField } from '../../../wire/fix/codec/write.js'
import { groupMembers } from '../../../wire/fix/dictionary/dictionary.js'
import type { ProviderInstrument } from '../../../wire/thread/provider-instrument.js'

/**
 * The instruments that a provider lists, asked for once a session: SecurityListRequest (x), answered by one
 * SecurityList (y) or more. Beyond `INSTRUMENTS_MAX` the rest are left out.
 */
export const INSTRUMENTS_MAX = 10_000
const NAME_CHARACTERS_MAX = 64
const TEXT_CHARACTERS_MAX = 128

const REQUEST_ID = 320
const REQUEST_TYPE = 559
const ALL = '4'
const COUNT = 146
const SYMBOL = 55
const CURRENCY = 15
const DESCRIPTION = 107
/** Fields of one large provider, which the standard has no other for. */
const OWN_NAME = 1007
const DIGITS = 1008
const DIGITS_MAX = 10

const MEMBERS = groupMembers('y', COUNT)

export function securityListFields(id: string): readonly FixField[] {
  return [
    [REQUEST_ID, id],
    [REQUEST_TYPE, ALL],
  ]
}

export class FixInstruments {
  readonly #byName = new Map<string, ProviderInstrument>()

  get size(): number {
    return this.#byName.size
  }

  get list(): readonly ProviderInstrument[] {
    return [...this.#byName.values()]
  }

  take(message: FixMessage): void {
    for (const entry of message.entries(COUNT, MEMBERS)) {
      if (this.#byName.size >= INSTRUMENTS_MAX) return
      const name = entry.text(SYMBOL)
      if (name === '' || name.length > NAME_CHARACTERS_MAX) continue
      this.#byName.set(name, { name, ...detailsOf(entry) })
    }
  }
}

function detailsOf(entry: FixFields): Omit<ProviderInstrument, 'name'> {
  const digits = entry.whole(DIGITS)
  const said = [entry.text(DESCRIPTION), entry.text(OWN_NAME)].find((text) => text !== '') ?? ''
  return {
    description: said.slice(0, TEXT_CHARACTERS_MAX),
    currency: entry.text(CURRENCY).slice(0, NAME_CHARACTERS_MAX),
    digits: digits === undefined || digits > DIGITS_MAX ? null : digits,
  }
}
