import type { AllocationRecord } from '../../engine/config/records/allocation.js'
import { isCountry } from '../../engine/names/country.js'

/**
 * Warnings about codes in an allocation that are not countries, so that no applicant can match
 * them.
 */
export function allocationWarnings({ countries }: Pick<AllocationRecord, 'countries'>): string[] {
  return countries
    .filter((country) => !isCountry(country))
    .map(
      (country) =>
        `No country is called "${country}": nobody gets the offer by it. Give an ISO code (DE), or the name in English or another language of the pages.`,
    )
}
