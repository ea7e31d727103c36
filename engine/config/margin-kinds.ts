import type { ConfigKindName, ConfigRecords } from './config-records.js'

/** Kinds of settings that affect the margin of positions. */
export const MARGIN_KINDS = ['groups', 'symbols', 'leverage_profiles'] as const
export type MarginKind = (typeof MARGIN_KINDS)[number]

/** A record of such a kind after a change. */
export type MarginRecord = { [K in MarginKind]: { kind: K; record: ConfigRecords[K] } }[MarginKind]

export function isMarginKind(kind: ConfigKindName): kind is MarginKind {
  return MARGIN_KINDS.some((one) => one === kind)
}
