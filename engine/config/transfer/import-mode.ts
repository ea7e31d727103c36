/**
 * The effect of an import on existing and new records: `create_only` skips existing ones,
 * `update_only` skips new ones.
 */
export const IMPORT_MODES = ['upsert', 'create_only', 'update_only'] as const

export type ImportMode = (typeof IMPORT_MODES)[number]
