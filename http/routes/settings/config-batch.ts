import type { BatchItem, BatchKind } from '../../../actors/desk/settings/config-batch.js'
import type { ItemResult } from '../../../actors/desk/settings/item-result.js'
import type { Outcome } from '../../../actors/thread/ask.js'
import { type Code, isRefusal, type Refusal } from '../../../engine/code.js'
import {
  CONFIG_BATCH_ITEMS_MAX,
  CONFIG_BATCH_MS_MAX,
  CONFIG_BATCHES_MAX,
  CONFIG_SLICE_ITEMS_MAX,
} from '../../../engine/limits/settings.js'
import { because } from '../../../engine/reasons/reasons.js'
import { EventFrame } from '../../../wire/frame/plain-frame.js'
import { progressKey } from '../../bulk/bulk-progress.js'
import type { PlaceRule } from '../../pipeline/rates/places.js'
import type { AnyFrontContext } from '../route.js'

type BatchCaller = Pick<AnyFrontContext, 'actor' | 'request' | 'services'>

export interface ConfigBatch {
  readonly kind: BatchKind
  readonly items: readonly BatchItem[]
  /** True to report the changes without making them. */
  readonly isDryRun?: boolean
}

/** The size of the first slice, before the desk's speed is known. */
const FIRST_SLICE_ITEMS = 200
const SLICE_GROWTH = 1.25

const PROGRESS_EVERY_MS = 500

/** Limits each user to one batch of settings at a time. */
export const CONFIG_BATCH_PLACES: PlaceRule = {
  perCaller: 1,
  all: CONFIG_BATCHES_MAX,
  yours: because('too_many_requests.batch'),
  others: because('unavailable.other_batches'),
}

/**
 * Changes many settings of one kind, in slices at the desk (actors/desk/settings/config-batch.ts).
 * Each item gets a result, and `config_progress` events report the progress. Items that were not
 * reached, or whose result is unknown because the desk ended, get `unavailable`. A repeat returns
 * `same` for items that were changed.
 */
export async function changedInBatch(
  context: BatchCaller,
  batch: ConfigBatch,
): Promise<readonly ItemResult[] | Refusal> {
  const results = await changedInBatches(context, [batch])
  return isRefusal(results) ? results : results.flat()
}

/**
 * Changes several kinds, one after the other. In a dry run each sees the changes of those before
 * it.
 */
export async function changedInBatches(
  context: BatchCaller,
  batches: readonly ConfigBatch[],
): Promise<readonly (readonly ItemResult[])[] | Refusal> {
  const { clock } = context.services
  const count = batches.reduce((sum, { items }) => sum + items.length, 0)
  if (count > CONFIG_BATCH_ITEMS_MAX) {
    return because('too_large.items', { count, max: CONFIG_BATCH_ITEMS_MAX })
  }
  const until = clock.monotonic() + CONFIG_BATCH_MS_MAX
  const progress = new Progress(context, count)
  const results: (readonly ItemResult[])[] = []
  for (const batch of batches) {
    const isEnd = batch.isDryRun !== true || results.length + 1 === batches.length
    results.push(await inSlices(context, batch, { until, isEnd, progress }))
  }
  progress.over()
  return results
}

/**
 * Reports the progress of a request to its sender's staff sockets, at a limited rate. The end is
 * always reported.
 */
class Progress {
  readonly #context: BatchCaller
  readonly #total: number
  #done = 0
  #refused = 0
  #toldAt: number

  constructor(context: BatchCaller, total: number) {
    this.#context = context
    this.#total = total
    this.#toldAt = context.services.clock.monotonic()
  }

  add(results: readonly ItemResult[]): void {
    this.#done += results.length
    this.#refused += results.filter(({ did }) => did === 'refused').length
    const now = this.#context.services.clock.monotonic()
    if (this.#done === this.#total || now - this.#toldAt < PROGRESS_EVERY_MS) return
    this.#toldAt = now
    this.#tell(false)
  }

  over(): void {
    this.#tell(true)
  }

  #tell(finished: boolean): void {
    const { actor, services } = this.#context
    if (actor.login === null) return
    const data = {
      request_id: actor.requestId,
      key: progressKey(this.#context),
      done: this.#done,
      refused: this.#refused,
      total: this.#total,
      finished,
    }
    services.events.toLogin('staff', actor.login, new EventFrame('config_progress', data))
  }
}

interface Course {
  readonly until: number
  readonly isEnd: boolean
  readonly progress: Progress
}

async function inSlices(
  context: BatchCaller,
  batch: ConfigBatch,
  { until, isEnd, progress }: Course,
): Promise<readonly ItemResult[]> {
  const { clock } = context.services
  const { items } = batch
  const results: ItemResult[] = []
  let most = FIRST_SLICE_ITEMS
  while (results.length < items.length) {
    if (clock.monotonic() >= until) {
      await ended(context, batch)
      return [...results, ...notReached(items.slice(results.length), TOO_LONG)]
    }
    const slice = items.slice(results.length, results.length + most)
    const done = await sliceOf(
      context,
      batch,
      slice,
      isEnd && results.length + slice.length === items.length,
    )
    if (!done.ok) {
      const [inDoubt, rest] = [slice, items.slice(results.length + slice.length)]
      const found = [refused(inDoubt, done.code, done.message), notReached(rest, NOT_REACHED)]
      return [...results, ...found.flat()]
    }
    results.push(...done.value)
    progress.add(done.value)
    // Slightly more than the last slice managed. The rest has to be sent to the desk again.
    most = Math.min(CONFIG_SLICE_ITEMS_MAX, Math.ceil(SLICE_GROWTH * done.value.length))
  }
  return results
}

function sliceOf(
  context: BatchCaller,
  { kind, isDryRun = false }: ConfigBatch,
  items: readonly BatchItem[],
  isLast: boolean,
): Promise<Outcome<readonly ItemResult[]>> {
  const { actor } = context
  const dryRun = isDryRun ? `${actor.login} ${actor.requestId}` : null
  return context.services.desk.ask('config.batch', { actor, kind, items, isLast, dryRun })
}

/** Ends a batch early, so that the desk frees its state. */
async function ended(context: BatchCaller, batch: ConfigBatch): Promise<void> {
  await sliceOf(context, batch, [], true)
}

const AGAIN = 'Send it again: what was done answers same.'
const NOT_REACHED = `It was not reached. ${AGAIN}`
const TOO_LONG = `It was not reached in ${CONFIG_BATCH_MS_MAX / 1000} seconds. ${AGAIN}`

function notReached(items: readonly BatchItem[], message: string): ItemResult[] {
  return refused(items, 'unavailable', message)
}

function refused(items: readonly BatchItem[], code: Code, message: string): ItemResult[] {
  return items.map((item) => {
    const id = 'id' in item ? item.id : null
    return { did: 'refused', id, fields: [], code, message, field: null }
  })
}
