/** Warnings about rights that do not do together what they seem to, each a sentence. */
export function staffWarnings(rights: readonly string[]): string[] {
  if (!rights.includes('applications') || rights.includes('accounts.name')) return []
  return ['It decides on applications without seeing who applies: accounts.name is missing.']
}
