import type { ProviderSymbol } from '../../../engine/config/kinds/imported-symbol.js'
import type { FixFields, FixMessage } from '../codec/message.js'
import type { FixField } from '../codec/write.js'
import { groupMembers } from '../dictionary/dictionary.js'
import { MD, plainDecimal } from './tags.js'

/** Requests and parses the provider's list of instruments. */
const MEMBERS = groupMembers('y', MD.relatedSymbols)
const ALL_SECURITIES = '4'
const TEXT_CHARACTERS_MAX = 64
const DESCRIPTION_CHARACTERS_MAX = 128

export function securityListRequest(id: string): readonly FixField[] {
  return [
    [MD.securityRequestId, id],
    [MD.listRequestType, ALL_SECURITIES],
  ]
}

/** The symbols in this part of the list; undefined if the provider sends no list. */
export function securitiesIn(message: FixMessage): readonly ProviderSymbol[] | undefined {
  if (message.text(MD.listResult) !== '0') return undefined
  return message.entries(MD.relatedSymbols, MEMBERS).flatMap((fields) => {
    const name = fields.text(MD.symbol)
    return name === '' || name.length > TEXT_CHARACTERS_MAX ? [] : [symbolOf(name, fields)]
  })
}

function symbolOf(name: string, fields: FixFields): ProviderSymbol {
  const decimal = (tag: number): string => {
    const text = plainDecimal(fields.text(tag))
    return Number(text) > 0 ? text : ''
  }
  const increment = decimal(MD.minPriceIncrement)
  return {
    name,
    digits: digitsOf(fields.whole(MD.symbolDigits), increment),
    description: fields.text(MD.securityDesc).slice(0, DESCRIPTION_CHARACTERS_MAX),
    currency: fields.text(MD.currency).slice(0, TEXT_CHARACTERS_MAX),
    contractSize: decimal(MD.contractMultiplier),
    minVolume: decimal(MD.minTradeVolume),
    maxVolume: decimal(MD.maxTradeVolume),
    volumeStep: decimal(MD.roundLot),
  }
}

function digitsOf(said: number | undefined, increment: string): number | undefined {
  if (said !== undefined && said <= 10) return said
  const [, fraction = ''] = increment.replace(/0+$/, '').split('.')
  return increment === '' || fraction.length > 10 ? undefined : fraction.length
}
