/** Warnings about combinations of rights that do not work together, one sentence each. */
export function staffWarnings(rights: readonly string[]): string[] {
  if (!rights.includes('applications') || rights.includes('accounts.name')) return []
  return ['It decides on applications without seeing who applies: accounts.name is missing.']
}
