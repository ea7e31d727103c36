import type { AllocationRecord } from '../../engine/config/records/allocation.js'
import { isCountry } from '../../engine/names/country.js'

/** Warnings about countries of an offer that no applicant can come from, each a sentence. */
export function allocationWarnings({ countries }: Pick<AllocationRecord, 'countries'>): string[] {
  return countries
    .filter((country) => !isCountry(country))
    .map(
      (country) =>
        `No country is called "${country}": nobody gets the offer by it. Give an ISO code (DE), or the English or German name.`,
    )
}
