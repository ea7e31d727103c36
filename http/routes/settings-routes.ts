import type { Route } from '../pipeline/route.js'
import { adminAllocationRoutes } from './allocations/allocations.js'
import { adminDatafeedRoutes } from './connections/datafeeds.js'
import { adminGatewayRoutes } from './connections/gateways.js'
import { adminGroupRoutes } from './groups/groups.js'
import { adminHolidayRoutes } from './holidays/holidays.js'
import { adminLeverageProfileRoutes } from './leverage/leverage-profiles.js'
import { adminLeverageSwitchRoutes } from './leverage/leverage-switches.js'
import { adminLicenceRoutes } from './licence/licence.js'
import { adminMailServerRoutes } from './mail-servers/mail-servers.js'
import { adminNetworkRoutes } from './network/network.js'
import { adminRoutingRoutes } from './routing/routing.js'
import { adminSettingsRoutes } from './settings/server-settings.js'
import { adminSymbolRoutes } from './symbols/staff-symbols.js'
import { traderSymbolRoutes } from './symbols/trader-symbols.js'
import { adminTransferRoutes } from './transfer/transfer.js'

/** Routes of settings, and of symbols as traders see them. */
export const settingsRoutes: readonly Route[] = [
  ...adminAllocationRoutes,
  ...adminDatafeedRoutes,
  ...adminGatewayRoutes,
  ...adminGroupRoutes,
  ...adminHolidayRoutes,
  ...adminLeverageProfileRoutes,
  ...adminLeverageSwitchRoutes,
  ...adminLicenceRoutes,
  ...adminMailServerRoutes,
  ...adminNetworkRoutes,
  ...adminRoutingRoutes,
  ...adminSettingsRoutes,
  ...adminSymbolRoutes,
  ...adminTransferRoutes,
  ...traderSymbolRoutes,
]
