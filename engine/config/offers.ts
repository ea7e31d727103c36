import { isSameCompany, mainCompany } from '../licence/companies.js'
import { comparableCountry } from '../names/country.js'
import type { Fault } from '../reasons/keyed-text.js'
import { say } from '../reasons/reasons.js'
import type { BookRecords } from './book-records.js'
import { isDemoGroup } from './kinds/server-settings.js'
import { demoPolicy } from './network-servers.js'
import type { AllocationRecord, LinkSet } from './records/allocation.js'
import type { GroupRecord } from './records/group.js'
import type { ServerSettingsRecord } from './records/server-settings.js'

/**
 * The account types that the settings offer to people who sign up.
 *
 *   - A rule is an offer if it and its group are enabled and the country and brand match; an empty
 *     country list matches all, and no brand matches every brand of the group's company. A group
 *     without a company belongs to the main one.
 *   - Offers are sorted by priority. Without a choice the first of the kind applies.
 *   - The group of the server settings applies if no enabled rule exists for the kind and brand. If
 *     there are rules, a country that none of them lists gets no offer; otherwise their country
 *     lists would have no effect.
 */
export const SIGN_UP_TYPES = ['demo', 'real'] as const
export type SignUpType = (typeof SIGN_UP_TYPES)[number]

type Settings = Pick<
  BookRecords,
  'allocations' | 'allocation_settings' | 'groups' | 'licence' | 'network' | 'settings'
>

export interface SignUpOffer {
  readonly rule: AllocationRecord
  readonly group: GroupRecord
  readonly type: SignUpType
  readonly leverage: number
  /** The leverages that may be chosen, the default among them. */
  readonly leverages: readonly number[]
}

/** The brand of a page, for which some rules are. */
export interface OfferedBrand {
  readonly id: number
  readonly company: string
}

export function offersIn(
  records: Settings,
  country: string,
  brand: OfferedBrand | null,
): readonly SignUpOffer[] {
  return offersOf(records, brand).filter(
    ({ rule, group }) => group.enabled && holdsIn(rule.countries, country),
  )
}

/**
 * The name of the account type for its holder: the offer's description, otherwise the last part of
 * the group's path.
 */
export function accountType(
  allocations: readonly Pick<AllocationRecord, 'id' | 'group_path' | 'description'>[],
  group: string,
  chosen: number | null = null,
): string {
  const path = group.toLowerCase()
  const offers = allocations.filter(
    ({ group_path, description }) => group_path.toLowerCase() === path && description !== '',
  )
  const offer = offers.find(({ id }) => id === chosen) ?? offers[0]
  return offer?.description ?? group.split('\\').at(-1) ?? group
}

/** The sign-up offers for every country, including those of disabled groups. */
function offersOf(
  { allocations, groups, licence }: Settings,
  brand: OfferedBrand | null,
): readonly SignUpOffer[] {
  const main = mainCompany(licence[0]?.companies ?? [])
  const byPath = new Map(groups.map((group) => [group.path.toLowerCase(), group]))
  return allocations
    .toSorted((a, b) => a.priority - b.priority || a.id - b.id)
    .flatMap((rule): SignUpOffer[] => {
      const group = byPath.get(rule.group_path.toLowerCase())
      if (!rule.enabled || group === undefined) return []
      if (!isOfBrand(rule, group.company || main, brand)) return []
      const leverage = rule.default_leverage || group.leverage
      const leverages = rule.leverages.length === 0 ? [leverage] : rule.leverages
      return [{ rule, group, type: isDemoGroup(group.path) ? 'demo' : 'real', leverage, leverages }]
    })
}

function isOfBrand(
  { white_label_id }: AllocationRecord,
  company: string,
  brand: OfferedBrand | null,
): boolean {
  if (white_label_id !== null) return white_label_id === brand?.id
  return brand === null || isSameCompany(brand.company, company)
}

/** True if the list contains the country. An empty list contains all countries. */
function holdsIn(countries: readonly string[], country: string): boolean {
  const wanted = comparableCountry(country)
  return countries.length === 0 || countries.some((one) => comparableCountry(one) === wanted)
}

/** The first set of links for the country. */
export function linkSetIn(
  { allocation_settings: [pages] }: Settings,
  country: string,
): LinkSet | undefined {
  return pages?.link_sets.find(({ countries }) => holdsIn(countries, country))
}

/** True if people may sign up here; demo accounts may be opened on another page instead. */
export function isSignUpOpen(records: Settings, type: SignUpType): boolean {
  const {
    settings: [settings],
    allocation_settings: [pages],
  } = records
  if (settings === undefined) return false
  if (type === 'real') return settings.real && settings.real_group !== ''
  if (demoPolicy({ records })?.mode === 0) return false
  return settings.demo && settings.demo_group !== '' && (pages?.demo_url ?? '') === ''
}

export function needsCode(settings: ServerSettingsRecord | undefined, type: SignUpType): boolean {
  return (type === 'demo' ? settings?.confirm_demo : settings?.confirm_real) ?? false
}

/** The group and leverage of a new account. */
export interface SignUpPlace {
  readonly group: GroupRecord
  /** The leverage of the offer. 0 means the leverage of the group. */
  readonly leverage: number
  readonly allocationId: number | null
}

export interface SignUpChoice {
  readonly type: SignUpType
  readonly country: string
  readonly allocationId: number | undefined
  readonly leverage: number | undefined
}

/** The place for a choice, or the invalid field and how to correct it. */
export function chosenPlace(
  records: Settings,
  { type, country, allocationId, leverage }: SignUpChoice,
  brand: OfferedBrand | null,
): SignUpPlace | Fault {
  const offers = offersIn(records, country, brand).filter((offer) => offer.type === type)
  const offer =
    allocationId === undefined ? offers[0] : offers.find(({ rule }) => rule.id === allocationId)
  if (offer === undefined && allocationId !== undefined) {
    return {
      path: 'allocation_id',
      ...say('field.offer_gone'),
    }
  }
  if (offer === undefined && offersOf(records, brand).some((one) => one.type === type)) {
    return {
      path: 'country',
      ...say('field.no_offer', { type }),
    }
  }
  const group = offer?.group ?? groupOfSettings(records, type)
  if (group === undefined) return { path: 'type', ...say('field.no_group_now') }
  const allowed = offer?.leverages ?? [group.leverage]
  if (leverage !== undefined && !allowed.includes(leverage)) {
    return { path: 'leverage', ...say('field.one_of_allowed', { choices: allowed.join(', ') }) }
  }
  const own = leverage ?? offer?.leverage ?? group.leverage
  return {
    group,
    leverage: own === group.leverage ? 0 : own,
    allocationId: offer?.rule.id ?? null,
  }
}

function groupOfSettings(
  { settings: [settings], groups }: Settings,
  type: SignUpType,
): GroupRecord | undefined {
  const path = (type === 'demo' ? settings?.demo_group : settings?.real_group)?.toLowerCase()
  const group = groups.find((one) => one.path.toLowerCase() === path)
  return group?.enabled === true ? group : undefined
}
