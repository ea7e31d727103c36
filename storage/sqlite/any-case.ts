/** Texts for which LIKE already ignores case. It is faster than a custom function. */
const ASCII = /^[\x20-\x7e]*$/

/** A condition that is true if the column contains `part`, ignoring case; it takes one value. */
export function holdsInAnyCase(
  column: string,
  part: string,
): { readonly sql: string; readonly value: string } {
  if (!ASCII.test(part)) {
    return { sql: `instr(lower_case(${column}), ?) > 0`, value: part.toLowerCase() }
  }
  return { sql: `${column} LIKE ? ESCAPE '!'`, value: `%${part.replace(/[!%_]/g, '!$&')}%` }
}
