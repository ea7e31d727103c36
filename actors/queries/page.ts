import { because } from '../../engine/reasons/reasons.js'

/** The most rows on one page of a list. */
export const LIST_LIMIT_MAX = 1_000

/**
 * The maximum number of rows of all accounts that are sorted in memory for a page: those before it
 * and its own.
 */
export const SORTED_ROWS_MAX = 100_000

export const BAD_PAGE = because('invalid_input.page', { max: LIST_LIMIT_MAX })

export function isPage(page: number, limit: number): boolean {
  const areWhole = Number.isSafeInteger(page) && Number.isSafeInteger(limit)
  return areWhole && page >= 1 && limit >= 1 && limit <= LIST_LIMIT_MAX
}
