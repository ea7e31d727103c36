import type { TemplatedApp } from 'uWebSockets.js'
import type { Clock } from '../../actors/thread/clock.js'
import { groupOf } from '../../engine/book/book.js'
import type { Book, SymbolSpec } from '../../engine/book/compiled.js'
import { symbolOfGroup } from '../../engine/book/group-symbols.js'
import { nextTradingTimes } from '../../engine/book/trading-times.js'
import type { ConfigChange } from '../../engine/config/book-records.js'
import { SYMBOL_EVENTS_MAX } from '../../engine/limits/sockets.js'
import { publicSymbol } from '../../wire/answer/public-symbol.js'
import { configChanged, EventFrame } from '../../wire/frame/plain-frame.js'
import type { GroupTopic } from './topics.js'
import type { TraderConnection } from './trader-connection.js'

export class TraderSettings {
  readonly #topics = new Map<string, GroupTopic>()
  /**
   * Sockets that are out of their topics for a while. Published events are queued for each
   * separately.
   */
  readonly #paused = new Set<TraderConnection>()
  readonly #clock: Pick<Clock, 'now'>
  #app: Pick<TemplatedApp, 'publish'> | null = null
  #lastTopic = 0
  #hasPublished = false

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  attach(app: Pick<TemplatedApp, 'publish'>): void {
    this.#app = app
  }

  /** Moves the socket to the topic of this group. */
  join(connection: TraderConnection, path: string): void {
    if (connection.group?.path === path) return
    this.leave(connection)
    const topic = this.#topicOf(path)
    topic.readers[connection.codec]++
    connection.group = topic
    if (!this.#paused.has(connection)) connection.ws?.subscribe(topic.names[connection.codec])
  }

  /** Stops the library from sending to the socket by itself until `goOn`. */
  pause(connection: TraderConnection): void {
    this.#paused.add(connection)
    if (connection.group !== null)
      connection.ws?.unsubscribe(connection.group.names[connection.codec])
  }

  goOn(connection: TraderConnection): void {
    if (!this.#paused.delete(connection)) return
    if (connection.group !== null)
      connection.ws?.subscribe(connection.group.names[connection.codec])
  }

  /** Removes a socket that is closing or closed. */
  forget(connection: TraderConnection): void {
    this.leave(connection)
    this.#paused.delete(connection)
  }

  leave(connection: TraderConnection): void {
    const topic = connection.group
    if (topic === null) return
    connection.group = null
    connection.ws?.unsubscribe(topic.names[connection.codec])
    topic.readers[connection.codec]--
    if (topic.readers.json + topic.readers.msgpack === 0) this.#topics.delete(topic.path)
  }

  /**
   * Sends a change of settings to the sockets that it concerns. `book` already contains the change.
   */
  tell(change: ConfigChange, book: Book): void {
    if (this.#topics.size === 0) return
    switch (change.kind) {
      case 'symbols':
        this.#tellSymbols(change, book)
        break
      case 'groups':
        for (const { path, id, version } of change.changed) {
          this.#tell(configChanged(change.kind, id, version), (topic) => isSame(topic.path, path))
        }
        break
      case 'leverage_profiles':
        for (const { id, version } of change.changed) {
          this.#tell(configChanged(change.kind, id, version), ({ path }) => {
            return groupOf(book, path)?.record.leverage_profile_id === id
          })
        }
        break
      case 'allocation_settings':
      case 'holidays':
      case 'settings':
        for (const { id, version } of change.changed) {
          this.#tell(configChanged(change.kind, id, version))
        }
        for (const id of change.removed) this.#tell(configChanged(change.kind, id, 0))
    }
  }

  /** True if something was published since the last call. */
  takePublished(): boolean {
    const hasPublished = this.#hasPublished
    this.#hasPublished = false
    return hasPublished
  }

  #tellSymbols(
    { changed, removed, version }: ConfigChange & { kind: 'symbols' },
    book: Book,
  ): void {
    if (changed.length + removed.length > SYMBOL_EVENTS_MAX) {
      this.#tell(configChanged('symbols', 0, version))
      return
    }
    for (const { id } of changed) {
      const symbol = book.symbolsById.get(id)
      if (symbol !== undefined) this.#tellSymbol(symbol, book)
    }
    for (const id of removed) this.#tell(configChanged('symbols', id, 0))
  }

  /** Sends a changed symbol. Groups that see the symbol identically share the encoded frame. */
  #tellSymbol(symbol: SymbolSpec, book: Book): void {
    const frames = new Map<SymbolSpec, EventFrame>()
    const times = nextTradingTimes(book, symbol, this.#clock.now())
    for (const topic of this.#topics.values()) {
      const group = groupOf(book, topic.path)
      const seen = group === undefined ? symbol : symbolOfGroup(group, symbol)
      const frame = frames.get(seen) ?? new EventFrame('symbol', publicSymbol(seen, times))
      frames.set(seen, frame)
      this.#publish(topic, frame)
    }
  }

  #tell(frame: EventFrame, concerns: (topic: GroupTopic) => boolean = () => true): void {
    for (const topic of this.#topics.values()) if (concerns(topic)) this.#publish(topic, frame)
  }

  #publish(topic: GroupTopic, frame: EventFrame): void {
    const { names, readers } = topic
    this.#hasPublished = true
    for (const connection of this.#paused) {
      if (connection.group === topic) connection.send(frame.as(connection.codec))
    }
    if (readers.json > 0) this.#app?.publish(names.json, frame.as('json'), false)
    if (readers.msgpack > 0) this.#app?.publish(names.msgpack, frame.as('msgpack'), true)
  }

  #topicOf(path: string): GroupTopic {
    let topic = this.#topics.get(path)
    if (topic === undefined) {
      const number = ++this.#lastTopic
      const names = { json: `g${number}`, msgpack: `G${number}` }
      topic = { path, names, readers: { json: 0, msgpack: 0 } }
      this.#topics.set(path, topic)
    }
    return topic
  }
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
