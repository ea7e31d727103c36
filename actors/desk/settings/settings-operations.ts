import type { Handlers } from '../../thread/ask.js'
import type { Desk } from '../desk.js'
import { type BrandImageOperations, brandImagesDesk } from './brand-images.js'
import { type ConfigOperations, configDesk } from './config.js'
import { type ConnectionOperations, connectionsDesk } from './connections.js'
import { type LeverageSwitchOperations, leverageSwitchesDesk } from './leverage-switches.js'
import { type LicenceOperations, licenceDesk } from './licence.js'

/** The operations of the desk on settings. */
export interface SettingsOperations
  extends BrandImageOperations,
    ConfigOperations,
    ConnectionOperations,
    LeverageSwitchOperations,
    LicenceOperations {}

export function settingsHandlers(desk: Desk): Handlers<SettingsOperations> {
  const config = configDesk(desk)
  return {
    ...config,
    ...brandImagesDesk(desk),
    ...connectionsDesk(desk),
    ...leverageSwitchesDesk(desk, config),
    ...licenceDesk(desk),
  }
}
