import type { LicenceCompany, LicenceRecord } from '../config/records/licence.js'
import type { Fault } from '../reasons/keyed-text.js'
import { say } from '../reasons/reasons.js'

/**
 * The companies of a licence, and their effects.
 *
 *   - Names of companies ignore case.
 *   L2. A server without a licence lists none and accepts any. With one, a group may only get a
 *       listed company or none; a group with another company keeps it, and the licence's status
 *       reports that.
 *   L3. A main company with a new name is the old one renamed, unless the old name is still listed
 *       or the new one was listed before; then it is another company.
 */
export function isSameCompany(one: string, other: string): boolean {
  return companyKey(one) === companyKey(other)
}

/** The form of a company's name that is used as a key. */
export function companyKey(name: string): string {
  return name.toLowerCase()
}

type Listed = Pick<LicenceRecord, 'licence_id' | 'companies'>

export function isListed({ companies }: Pick<Listed, 'companies'>, company: string): boolean {
  return companies.some(({ name }) => isSameCompany(name, company))
}

/** The main company of the licence; empty if the licence lists none. */
export function mainCompany(companies: readonly IssuedCompany[]): string {
  return companies.find(({ main }) => main)?.name ?? ''
}

/** Checks a group's company. A group may keep the company that it has (L2). */
export function faultsOfCompany(
  licence: Listed | undefined,
  company: string,
  before: string | undefined,
): Fault[] {
  if (company === '' || company === before) return []
  if (licence === undefined || licence.licence_id === '') return []
  if (isListed(licence, company)) return []
  const names = licence.companies.map(({ name }) => name).join(', ')
  return [{ path: 'company', ...say('field.listed_companies', { names }) }]
}

/** A company as a licence key contains it. */
export interface IssuedCompany {
  readonly name: string
  readonly main: boolean
}

/**
 * The companies after a key is applied. A company that was listed before keeps its time, even the
 * main company under a new name.
 */
export function issuedCompanies(
  before: readonly LicenceCompany[],
  issued: readonly IssuedCompany[],
  at: string,
): LicenceCompany[] {
  const renamed = renamedMain(before, issued)
  const known = new Map(before.map((company) => [companyKey(company.name), company.created_at]))
  return issued.map(({ name, main }) => {
    const old = renamed !== null && main ? renamed.from : name
    return { name, main, created_at: known.get(companyKey(old)) ?? at }
  })
}

/** The old and the new name of the main company; null if it was not renamed (L3). */
export function renamedMain(
  before: readonly LicenceCompany[],
  issued: readonly IssuedCompany[],
): { readonly from: string; readonly to: string } | null {
  const from = before.find(({ main }) => main)?.name
  const to = issued.find(({ main }) => main)?.name
  if (from === undefined || to === undefined || from === to) return null
  if (isSameCompany(from, to)) return { from, to }
  const isThereStill = issued.some(({ name }) => isSameCompany(name, from))
  const wasThere = before.some(({ name }) => isSameCompany(name, to))
  return isThereStill || wasThere ? null : { from, to }
}
