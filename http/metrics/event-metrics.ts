import type { Registry } from 'prom-client'
import type { EventStream } from '../../actors/events/event-stream.js'
import { gaugesOf } from './gauges.js'

export function eventMetrics(registry: Registry, events: EventStream): void {
  const gauge = gaugesOf(registry)
  gauge('event_reads', 'Reads of the stream of events since the start', () => events.reads)
  gauge('event_followers', 'Live sockets that follow the stream of events', () => events.followers)
  gauge('event_reads_waiting', 'Reads that wait for an event', () => events.waiting)
}
