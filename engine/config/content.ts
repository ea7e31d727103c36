import type { ConfigKindName, ConfigRecords, Content, StoredField } from './config-records.js'

const STORED: readonly StoredField[] = ['id', 'created_at', 'updated_at', 'version']

/** The record without the fields that the store adds. */
export function contentOf<K extends ConfigKindName>(record: ConfigRecords[K]): Content<K> {
  const content: Record<string, unknown> = { ...record }
  for (const field of STORED) delete content[field]
  return content as unknown as Content<K>
}
