import { Gauge, type Registry } from 'prom-client'

/** Registers a gauge whose value is read at each scrape. */
export type AddGauge = (name: string, help: string, read: () => number) => void

export function gaugesOf(registry: Registry): AddGauge {
  return (name, help, read) => {
    new Gauge({
      name: `openfloor_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  }
}
