import { Gauge, type Registry } from 'prom-client'

/** Registers one figure of the server, which is read whenever the metrics are asked for. */
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
