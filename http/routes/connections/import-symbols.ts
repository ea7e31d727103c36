import type { ItemResult } from '../../../actors/desk/settings/item-result.js'
import { inSteps } from '../../../actors/thread/in-steps.js'
import { isRefusal, type Refusal, refuse } from '../../../engine/code.js'
import {
  type ImportSource,
  importPlan,
  known,
  namesInSteps,
  type ProviderSymbol,
  type SeenName,
  type SkippedName,
  skippedName,
} from '../../../engine/config/kinds/imported-symbol.js'
import type { GatewayRecord } from '../../../engine/config/records/gateway.js'
import { because } from '../../../engine/reasons/reasons.js'
import { changedInBatch } from '../settings/config-batch.js'
import { recordById } from '../settings/config-routes.js'

interface ImportCounts {
  readonly created: { id: number; path: string; source: string }[]
  readonly skipped: SkippedName[]
  readonly left: number
  /** The symbols that a dry run would create. */
  readonly planned?: readonly { readonly path: string; readonly source: string }[]
}

type ImportContext = Parameters<typeof changedInBatch>[0]

/** Imports symbols of a datafeed in one batch. Refused symbols are skipped. */
export async function importSymbols(
  context: ImportContext,
  id: number,
  isDryRun: boolean,
): Promise<ImportCounts | Refusal> {
  const { services } = context
  const { feeds } = services
  const feed = recordById(services, 'datafeeds', id)
  if (isRefusal(feed)) return feed
  const why = whyAway(feeds.status(feed))
  if (why !== null) return because('conflict.feed_away', { name: feed.name, why })
  const seen = await feeds.names(id)
  if (!seen.ok) return seen
  return imported(context, feed, seen.value, isDryRun)
}

/** Imports the instruments of a gateway in the same way. */
export async function importInstruments(
  context: ImportContext,
  id: number,
  isDryRun: boolean,
): Promise<ImportCounts | Refusal> {
  const listed = await gatewayInstruments(context.services, id)
  if (isRefusal(listed)) return listed
  const seen = listed.instruments.map((one) => ({
    name: one.name,
    digits: one.digits ?? 0,
    listed: one,
  }))
  return imported(context, listed.gateway, seen, isDryRun)
}

/** Instruments are known after the gateway has connected and its provider has listed them. */
export async function gatewayInstruments(
  services: ImportContext['services'],
  id: number,
): Promise<ListedInstruments | Refusal> {
  const { gateways, clock } = services
  const gateway = recordById(services, 'gateways', id)
  if (isRefusal(gateway)) return gateway
  const why = whyAway(gateways.status(gateway, clock.now()))
  if (why !== null) return because('conflict.gateway_away', { name: gateway.name, why })
  const listed = await gateways.instruments(id)
  return listed.ok ? { gateway, instruments: listed.value } : listed
}

/** The reason why a connection is not online; null if it is. */
function whyAway(status: { readonly state: string; readonly lastError: string }): string | null {
  const { state, lastError } = status
  if (state === 'online') return null
  return lastError === '' ? state : `${state}, ${lastError}`
}

interface ListedInstruments {
  readonly gateway: GatewayRecord
  readonly instruments: readonly ProviderSymbol[]
}

async function imported(
  context: ImportContext,
  source: ImportSource,
  seen: readonly SeenName[],
  isDryRun: boolean,
): Promise<ImportCounts | Refusal> {
  const { symbols } = context.services.settings.book.records
  const plan = await inSteps(importPlan(source, await inSteps(namesInSteps(symbols)), seen))
  if (isDryRun) {
    const planned = plan.create.map(({ source, input }) => ({ path: input.path, source }))
    return { created: [], skipped: [...plan.skipped], left: 0, planned }
  }
  const items = plan.create.map(({ input }) => ({ do: 'create', input: { ...input } }) as const)
  const results = await changedInBatch(context, { kind: 'symbols', items })
  if (isRefusal(results)) return results
  const created: ImportCounts['created'] = []
  const skipped = [...plan.skipped]
  let left = 0
  for (const [i, { source, input }] of plan.create.entries()) {
    const { did, id, code, message } = results[i] as ItemResult
    if (did === 'created' && id !== null) created.push({ id, path: input.path, source })
    else if (did === 'same' && id !== null) {
      skipped.push(skippedName(source, known({ id, path: input.path })))
    } else if (code === 'unavailable') left++
    else skipped.push({ source, reason: message, reason_key: '', reason_params: {} })
  }
  const [first] = results
  if (left > 0 && left === results.length && first?.code) return refuse(first.code, first.message)
  return { created, skipped, left }
}
