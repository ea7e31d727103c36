import type { Registry } from 'prom-client'
import type { SignUpStats } from '../readers/sign-up-stats.js'
import { gaugesOf } from './gauges.js'

export function signUpMetrics(registry: Registry, signUps: SignUpStats): void {
  const gauge = gaugesOf(registry)
  gauge('sign_up_accounts', 'Demo accounts that people opened by themselves', () => signUps.open)
  gauge('sign_ups_at_bound', '1 while no more of them are opened', () =>
    signUps.isAtBound ? 1 : 0,
  )
}
