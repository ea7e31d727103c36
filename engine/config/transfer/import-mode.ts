/** What an import does with records: `create_only` leaves those that are here, `update_only` those that are not. */
export const IMPORT_MODES = ['upsert', 'create_only', 'update_only'] as const

export type ImportMode = (typeof IMPORT_MODES)[number]
