import type { ConfigFacts } from '../../engine/config/world.js'

/** The facts that checks of settings ask for, of a server that has nothing yet. */
export const NO_FACTS: ConfigFacts = {
  now: 0,
  hasAccounts: () => false,
  isTraded: () => false,
  isDealer: () => false,
  outboundAllow: [],
  isCertificate: () => false,
  keyFit: () => 'no_key',
}
