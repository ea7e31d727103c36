import { useEffect, useState } from 'preact/hooks'
import type { Content } from '../../form/control.js'
import type { Data } from '../../link/contract.js'
import { call } from '../../link/rest.js'

const MODULES = {
  datafeeds: 'GET /admin/v1/datafeeds/modules',
  gateways: 'GET /admin/v1/gateways/modules',
} as const

type Modules = Data<(typeof MODULES)[keyof typeof MODULES]>

/** The parameters that a new datafeed or gateway of this module starts with; nothing for other kinds of settings. */
export function useModuleParams(kind: string, module: unknown): Content {
  const [modules, setModules] = useState<Modules>([])
  useEffect(() => {
    if (kind !== 'datafeeds' && kind !== 'gateways') return
    void call(MODULES[kind]).then((answer) => {
      if (answer.ok) setModules(answer.data)
    })
  }, [kind])
  const found = modules.find((one) => one.module === module)
  return found === undefined ? {} : { params: found.params }
}
