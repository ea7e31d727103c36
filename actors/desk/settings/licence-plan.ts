import type { ConfigKindName, Content } from '../../../engine/config/config-records.js'
import { contentOf } from '../../../engine/config/content.js'
import { changedFields, sameValue } from '../../../engine/config/kind.js'
import { sharedDomain } from '../../../engine/config/kinds/brand.js'
import { kindOf } from '../../../engine/config/kinds.js'
import type { BrandRecord } from '../../../engine/config/records/brand.js'
import type { LicenceCompany, LicenceRecord } from '../../../engine/config/records/licence.js'
import {
  companyKey,
  isSameCompany,
  issuedCompanies,
  renamedMain,
} from '../../../engine/licence/companies.js'
import type { IssuedBrand, LicencePayload } from '../../../engine/licence/payload.js'
import type { About, FieldChange } from '../../../wire/stored/journal-line.js'
import type { AnyKindSteps } from './config-changes.js'
import { DraftView } from './config-draft.js'
import { changedRecord, fieldChanges, titleOf } from './config-plan.js'
import type { SettingsView, Step } from './config-step.js'
import { recordOf } from './config-store.js'

/**
 * Plans the application of a licence: the resulting steps in all kinds, as one draft.
 *
 *   - Before the first key, the main company is that of the first administrator's group. Renaming
 *     the main company also renames it in its groups and its brand; records and images stay.
 *   - A company's brand becomes what the licence contains, field by field; omitted fields stay. A
 *     brand that the licence no longer contains belongs to the operator and may be deleted.
 *   - Brands of companies that are not listed are removed. Allocation rules only for them are
 *     disabled, because without the brand they would offer their group to everybody.
 *   - All brands are checked in their final state, so a domain may move from one to another.
 */
export interface LicencePlan {
  readonly made: readonly AnyKindSteps[]
  readonly lines: readonly PlannedLine[]
}

export interface PlannedLine {
  readonly about: About
  readonly text: string
  readonly changes: readonly FieldChange[]
}

export interface AppliedKey {
  readonly payload: LicencePayload
  /** The company of the first administrator's group while there is no licence; empty for none. */
  readonly firstCompany: string
  /** The licence with who applied it and when. */
  readonly applied: Pick<LicenceRecord, 'applied_at' | 'applied_by'>
  /** The encrypted key that replaces the former one; the same object for the same key. */
  readonly secrets: Step<'licence'>['secrets']
  readonly now: number
}

export class LicencePlanner {
  readonly #key: AppliedKey
  readonly #standing: SettingsView
  readonly #draft: DraftView
  readonly #lines: PlannedLine[] = []
  readonly #steps: { [K in ConfigKindName]?: Step<K>[] } = {}

  constructor(standing: SettingsView, key: AppliedKey) {
    this.#key = key
    this.#standing = standing
    this.#draft = new DraftView(standing)
  }

  /** The plan, null if nothing changes, or the reason for a refusal. */
  plan(licence: LicenceRecord): LicencePlan | null | string {
    const companies = this.#companiesBefore(licence)
    const renamed = renamedMain(companies, this.#key.payload.companies)
    this.#licence(licence, companies)
    if (renamed !== null) this.#renameGroups(renamed.from, renamed.to)
    this.#brands(renamed)
    // The steps ensure that their companies are listed and that a default one is enabled.
    const refused = sharedDomain(this.#draft.world.list('brands'))
    if (refused !== null) return refused
    if (this.#lines.length === 0) return null
    const made = Object.entries(this.#steps).map(
      ([kind, steps]) => ({ kind, steps }) as unknown as AnyKindSteps,
    )
    return { made, lines: this.#lines }
  }

  #companiesBefore({ companies, applied_at }: LicenceRecord): readonly LicenceCompany[] {
    const { firstCompany: name, now } = this.#key
    if (applied_at !== null || name === '') return companies
    return [{ name, main: true, created_at: new Date(now).toISOString() }]
  }

  #licence(before: LicenceRecord, known: readonly LicenceCompany[]): void {
    const { payload, applied, secrets, now } = this.#key
    const { licence_id, issued_at, expires_at, companies, entitlements } = payload
    const { max_accounts = 0, max_groups = 0 } = entitlements
    const old = contentOf<'licence'>(before)
    const content: Content<'licence'> = {
      licence_id,
      issued_at: new Date(issued_at).toISOString(),
      expires_at: new Date(expires_at).toISOString(),
      companies: issuedCompanies(known, companies, new Date(now).toISOString()),
      max_accounts,
      max_groups,
      applied_at: old.applied_at,
      applied_by: old.applied_by,
      has_key: true,
    }
    const kept = this.#standing.secretsOf('licence', before.id)
    if (sameValue(old, content) && secrets === kept) return
    const after = { ...content, ...applied }
    const record = changedRecord<'licence'>(before, after, before.version + 1, now)
    this.#take('licence', { id: before.id, before, record, secrets })
    const changes = fieldChanges(kindOf('licence'), old, content, {}, {})
    const text = `Licence ${licence_id} was applied`
    this.#lines.push({ about: { kind: 'licence', id: before.id }, text, changes })
  }

  #renameGroups(from: string, to: string): void {
    const named = this.#standing.world
      .list('groups')
      .filter(({ company }) => company !== '' && isSameCompany(company, from))
    for (const before of named) this.#change('groups', before.id, { company: to })
    this.#renameReports(from, to)
    if (named.length === 0) return
    const groups = `${named.length} ${named.length === 1 ? 'group' : 'groups'}`
    const text = `The company ${from} is ${to} now, with ${groups}`
    const about = { kind: 'groups', id: 0 }
    this.#lines.push({ about, text, changes: [{ field: 'company', from, to }] })
  }

  /** Puts the new name of the company into report configurations. */
  #renameReports(from: string, to: string): void {
    for (const { id, params } of this.#standing.world.list('reports')) {
      if (params['company'] === undefined || !isSameCompany(params['company'], from)) continue
      const changes = this.#change('reports', id, { params: { ...params, company: to } })
      if (changes.length === 0) continue
      const text = `Report configuration ${id} is of ${to} now, which was ${from}`
      this.#lines.push({ about: { kind: 'reports', id }, text, changes })
    }
  }

  #brands(renamed: { readonly from: string; readonly to: string } | null): void {
    const { brands: issued, companies } = this.#key.payload
    const there = this.#standing.world.list('brands')
    const companyOf = ({ company }: BrandRecord): string =>
      renamed !== null && isSameCompany(company, renamed.from) ? renamed.to : company
    const keyOf = (brand: BrandRecord): string => companyKey(companyOf(brand))
    const listed = new Set(companies.map(({ name }) => companyKey(name)))
    const shipped = new Map(issued.map((one) => [companyKey(one.company), one]))
    for (const brand of there) if (!listed.has(keyOf(brand))) this.#removeBrand(brand)
    for (const brand of there) {
      if (!listed.has(keyOf(brand))) continue
      const one = shipped.get(keyOf(brand))
      const fields = one ?? { company: companyOf(brand) }
      this.#changeBrand(brand, { ...fields, is_licenced: one !== undefined })
    }
    const known = new Set(there.map(keyOf))
    for (const one of issued) if (!known.has(companyKey(one.company))) this.#addBrand(one)
  }

  #removeBrand(before: BrandRecord): void {
    const { id, company } = before
    this.#take('brands', { id, before, record: null, secrets: {} })
    const text = `Brand ${company} was deleted: the licence does not list its company`
    this.#lines.push({ about: { kind: 'brands', id }, text, changes: [] })
    for (const rule of this.#standing.world.list('allocations')) {
      if (rule.white_label_id !== id) continue
      const fields = { white_label_id: null, enabled: false }
      const changes = this.#change('allocations', rule.id, fields)
      const said = `${titleOf(kindOf('allocations'), rule)} was disabled: its brand ${company} is gone`
      this.#lines.push({ about: { kind: 'allocations', id: rule.id }, text: said, changes })
    }
  }

  #changeBrand(before: BrandRecord, fields: Partial<BrandRecord>): void {
    const isDisabled = before.is_default && fields.enabled === false
    const left = isDisabled ? { ...fields, is_default: false } : fields
    const changes = this.#change('brands', before.id, left)
    if (changes.length === 0) return
    const names = changes.map(({ field }) => field).join(', ')
    const text = `Brand ${before.company} was changed by the licence: ${names}`
    this.#lines.push({ about: { kind: 'brands', id: before.id }, text, changes })
  }

  #addBrand(issued: IssuedBrand): void {
    const kind = kindOf('brands')
    const content = kind.normal(kind.defaults({ ...issued, is_licenced: true }))
    const id = this.#draft.nextId('brands')
    const { now } = this.#key
    const record = recordOf<'brands'>(id, 1, { created_at: now, updated_at: now }, content)
    this.#take('brands', { id, before: null, record, secrets: {} })
    const changes = fieldChanges(kind, {}, content, {}, {})
    const text = `Brand ${issued.company} was created by the licence`
    this.#lines.push({ about: { kind: 'brands', id }, text, changes })
  }

  /** Changes a record if any field differs, and returns the changed fields. */
  #change<K extends 'groups' | 'brands' | 'allocations' | 'reports'>(
    kind: K,
    id: number,
    fields: Partial<Content<K>>,
  ): readonly FieldChange[] {
    const before = this.#standing.world.get(kind, id)
    if (before === undefined) return []
    const old = contentOf<K>(before)
    const content = kindOf(kind).normal({ ...old, ...fields })
    if (changedFields({ ...old }, { ...content }).length === 0) return []
    const record = changedRecord<K>(before, content, before.version + 1, this.#key.now)
    this.#take(kind, { id, before, record, secrets: this.#standing.secretsOf(kind, id) })
    return fieldChanges(kindOf(kind), old, content, {}, {})
  }

  #take<K extends ConfigKindName>(kind: K, step: Step<K>): void {
    const steps = (this.#steps[kind] ?? []) as Step<K>[]
    steps.push(step)
    Object.assign(this.#steps, { [kind]: steps })
    this.#draft.take(kind, [step])
  }
}
